import { readFile } from 'node:fs/promises';
import { eventually } from '@pmcw/testing/eventually';
import type { Browser, BrowserContext, Download, Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  launchBrowser,
  launchWithScrollBars,
  openPerson,
  type Person,
  withWorker,
} from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { login, password } from './support/member.ts';
import { workerIsReady } from './support/serviceWorker.ts';
import { sideways } from './support/sideways.ts';

const serverAway = /ERR_INTERNET_DISCONNECTED|WebSocket connection|ERR_FAILED/;

let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  const ada = await register('ada', 'Ada Lovelace');
  await ada('/api/user/wallets', { network: 'BTC', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' });
  await ada('/api/user/wallets', { network: 'SOL', address: '4Nd1mYQZ6bS4k6mKJ1JTVFdRqBqbcyCUuaJUGb2yFKWg' });
  await ada('/api/user/wallets', { network: 'SOL', address: 'So11111111111111111111111111111111111111112' });
  await ada('/api/user/socials', { platform: 'github', username: 'ada' });
  await register('grace', 'Grace Hopper');
  // Visitors don't wait for read models.
  await eventually(async () => {
    expect((await fetch(`${instance.url}/api/profile/grace`)).status).toBe(200);
  });
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

/** Registers a member; returns their requests. */
async function register(username: string, fullName: string) {
  const post = async (path: string, body: unknown, cookie = '') => {
    const headers = { origin: instance.url, 'content-type': 'application/json', cookie };
    const response = await fetch(instance.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
    return response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
  };
  const account = {
    username,
    fullName,
    email: `${username}@example.org`,
    telegramHandle: '',
    userType: 'General User',
  };
  const cookie = await post('/api/register', { ...account, password });
  return (path: string, body: unknown) => post(path, body, cookie);
}

let visitor: Person;
let page: Page;
beforeEach(async () => {
  visitor = await openPerson(browser, instance.url, [serverAway]);
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: instance.url });
  page = visitor.page;
});
afterEach(() => visitor.context.close());

const openProfile = async (on: Page, username = 'ada') => {
  await on.goto(`/${username}`);
  await on
    .getByRole('heading', { level: 1, name: username === 'ada' ? 'Ada Lovelace' : 'Grace Hopper' })
    .waitFor();
};
const openDialog = async (on: Page): Promise<Locator> => {
  await on.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = on.getByRole('dialog', { name: 'Share this profile' });
  await dialog.waitFor();
  return dialog;
};
/** A layer listens for the key only a frame after it is on top. */
async function dismiss(dialog: Locator): Promise<void> {
  const remaining = async () => {
    await page.keyboard.press('Escape');
    return dialog.count();
  };
  await expect.poll(remaining).toBe(0);
}
const toast = (text: string, on = page) => on.locator('[data-toasts] > li').filter({ hasText: text });
const clipboard = () => page.evaluate('navigator.clipboard.readText()');

/** Holds a chunk of the app back until released. */
async function holdBack(chunk: string): Promise<{ release(): void }> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/assets/${chunk}-*.js`, async (route) => {
    await held;
    await route.continue();
  });
  return { release: () => release() };
}

describe('the share dialog', () => {
  it('shares to other sites with plain links, copies the link, and returns focus', async () => {
    await openProfile(page);
    const dialog = await openDialog(page);
    const link = encodeURIComponent(`${instance.url}/ada`);
    for (const [name, start] of [
      ['Twitter', 'https://twitter.com/intent/tweet?text='],
      ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${link}`],
      ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${link}`],
      ['Email', 'mailto:?subject=Ada%20Lovelace%20(%40ada)'],
      ['Telegram', `https://t.me/share/url?url=${link}`],
    ] as const) {
      const target = dialog.getByRole('link', { name, exact: true });
      expect(await target.getAttribute('href')).toContain(start);
      expect(await target.getAttribute('target')).toBe('_blank');
      expect(await target.getAttribute('rel')).toContain('noopener');
    }
    await dialog.getByRole('button', { name: 'Copy Link' }).click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    await toast('Link copied').getByText('Profile link copied to clipboard').waitFor();
    expect(await clipboard()).toBe(`${instance.url}/ada`);
    await dialog.getByRole('button', { name: 'Copy Link' }).waitFor();
    // The top layer closes first: the toast, then the dialog.
    await page.keyboard.press('Escape');
    await toast('Link copied').waitFor({ state: 'detached' });
    await dismiss(dialog);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Share');
    expect(visitor.complaints).toEqual([]);
  });

  it('works for visitors too: they copy the token and join its group, and writing asks them to sign in', async () => {
    await page.goto('/');
    for (const [name, href] of [
      ['Get your profile', '/auth'],
      ['Browse profiles', '/directory'],
      ['Create Profile', '/auth'],
      ['Browse Profiles', '/directory'],
      ['View All Verified Users', '/directory?isAuthorized=true'],
    ] as const)
      expect(await page.getByRole('link', { name, exact: true }).getAttribute('href'), name).toBe(href);
    const group = page.getByRole('link', { name: 'Join our Telegram' });
    await page.getByRole('button', { name: 'Copy Token Address' }).click();
    await toast('Token Address Copied')
      .getByText('PMCW token address has been copied to your clipboard')
      .waitFor();
    expect(await clipboard()).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(await group.getAttribute('href')).toMatch(/^https:/);
    expect(await group.getAttribute('target')).toBe('_blank');
    await openProfile(page);
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await toast('Authentication required').getByText('Please login to send messages').waitFor();
    await page.waitForURL('**/auth');
    await page.setViewportSize({ width: 390, height: 844 });
    const form = await page.getByRole('tabpanel').boundingBox();
    for (const promise of [
      'Unlimited wallet addresses',
      'Profile images',
      'Social connections',
      'Admin verification',
    ]) {
      const box = await page.getByRole('heading', { name: promise }).boundingBox();
      expect(box?.y, promise).toBeGreaterThan((form?.y ?? Number.NaN) + (form?.height ?? Number.NaN));
    }
    expect(visitor.complaints).toEqual([]);
  });

  it('previews customizations while typing, and loads nothing from other sites', async () => {
    await openProfile(page);
    const dialog = await openDialog(page);
    const preview = dialog.getByRole('figure', { name: 'Preview' });
    // By keyboard.
    await dialog.getByRole('tab', { name: 'Share' }).focus();
    await page.keyboard.press('ArrowRight');
    await dialog.getByLabel('Title').fill('Meet Ada');
    await dialog.getByLabel('Description').fill('She computes');
    await preview.getByText('Meet Ada').waitFor();
    await preview.getByText('She computes').waitFor();

    await dialog.getByRole('switch', { name: 'Use custom image' }).click();
    await preview.getByRole('img', { name: 'No image yet' }).waitFor();
    const address = dialog.getByLabel('Image URL');
    await address.fill('javascript:alert(1)');
    await dialog.getByText('A link must begin with http:// or https://.').waitFor();
    await address.fill('https://images.example/ada.png');
    await preview.getByRole('img', { name: 'Image from images.example' }).waitFor();
    await dialog.getByText('Images from other sites are not loaded here').waitFor();
    await address.fill(`${instance.url}/icons/icon-192.png`);
    const shown = preview.locator('img');
    await shown.waitFor();
    const width = 'document.querySelector("figure img").naturalWidth';
    await expect.poll(() => page.evaluate(width)).toBe(192);
    await dialog.getByRole('switch', { name: 'Use custom image' }).click();
    await expect.poll(() => preview.locator('img[src^="data:image/svg"]').count()).toBe(1);

    await dialog.getByRole('tab', { name: 'Share' }).click();
    const tweet = await dialog.getByRole('link', { name: 'Twitter' }).getAttribute('href');
    expect(new URL(tweet ?? '').searchParams.get('text')).toBe('Meet Ada\nShe computes');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(visitor.complaints).toEqual([]);
  });

  it('uses the system’s share sheet if there is one, and copies the link otherwise', async () => {
    const define = (value: string) =>
      `Object.defineProperty(navigator, 'share', { configurable: true, value: ${value} })`;
    await page.addInitScript({ content: define('undefined') });
    await openProfile(page);
    const dialog = await openDialog(page);
    const share = dialog.getByRole('button', { name: 'Share Profile' });
    await share.click();
    await toast('Link copied').waitFor();
    expect(await clipboard()).toBe(`${instance.url}/ada`);
    await page.evaluate(define('async (shared) => { document.title = JSON.stringify(shared); }'));
    await share.click();
    await dialog.waitFor({ state: 'detached' });
    expect(JSON.parse(await page.title())).toEqual({
      title: 'Ada Lovelace (@ada)',
      text: 'All wallet addresses and links of Ada Lovelace in one place.',
      url: `${instance.url}/ada`,
    });
  });

  it('keeps focus at its button while its code loads', async () => {
    const focused = () => page.evaluate('document.activeElement.textContent');
    const { release } = await holdBack('ShareDialog');
    await openProfile(page);
    const button = page.getByRole('button', { name: 'Share', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    // A second press, which does nothing while waiting, shows that the first was handled.
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Share');
    release();
    const dialog = page.getByRole('dialog', { name: 'Share this profile' });
    await dialog.waitFor();
    await dismiss(dialog);
    await expect.poll(focused).toBe('Share');
  });

  it('reports a blocked clipboard', async () => {
    const content = 'navigator.clipboard.writeText = () => Promise.reject(new Error("closed"))';
    await page.addInitScript({ content });
    await openProfile(page);
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Copy Link' }).click();
    await toast('Failed to copy').getByText('Could not copy the link to clipboard').waitFor();
    await page.goto('/');
    await page.getByRole('button', { name: 'Copy Token Address' }).click();
    await toast('Failed to copy').getByText('Could not copy the address to clipboard').waitFor();
  });

  it('moves nothing below it, also with a scroll bar that takes room', async () => {
    const scrolling = await launchWithScrollBars();
    onTestFinished(() => scrolling.close());
    const on = await scrolling.newPage({ baseURL: instance.url, viewport: { width: 1280, height: 700 } });
    await openProfile(on);
    await on.getByRole('button', { name: 'Share', exact: true }).waitFor();
    const room = 'innerWidth - document.body.getBoundingClientRect().width';
    expect(await on.evaluate(room)).toBeGreaterThan(0);
    const heading = on.getByRole('heading', { level: 1, includeHidden: true });
    const box = await heading.boundingBox();
    await openDialog(on);
    expect(await heading.boundingBox()).toEqual(box);
  });

  it('is a sheet at the bottom edge of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openProfile(page);
    const dialog = await openDialog(page);
    await dialog.getByRole('tab', { name: 'Customize' }).click();
    const box = await dialog.boundingBox();
    expect(box?.x).toBe(0);
    await expect
      .poll(async () => {
        const { y, height } = (await dialog.boundingBox()) ?? { y: 0, height: 0 };
        return Math.round(y + height);
      })
      .toBe(844);
    // Within reach without scrolling.
    const button = await dialog.getByRole('button', { name: 'Share Profile' }).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(844);
  });
});

describe('the picture of a profile', () => {
  /** Size and number of colours of the picture, as the browser decodes it. */
  async function decoded(download: Download): Promise<unknown> {
    const bytes = await readFile(await download.path());
    return page.evaluate(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${bytes.toString('base64')}';
      await image.decode();
      const { naturalWidth: width, naturalHeight: height } = image;
      const canvas = new OffscreenCanvas(width, height).getContext('2d');
      canvas.drawImage(image, 0, 0);
      const pixels = new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer);
      return { width, height, colors: new Set(pixels).size };
    })()`);
  }
  const picture = (on: Page) => on.getByRole('button', { name: 'Share Image' });

  it('is rendered on the device, also offline', async () => {
    const offline = await openPerson(browser, instance.url, [serverAway], withWorker);
    const { page, context } = offline;
    await openProfile(page);
    // The worker stores the app on its first visit, and answers from the next.
    await workerIsReady(page);
    await openProfile(page);
    await context.setOffline(true);
    const [download] = await Promise.all([page.waitForEvent('download'), picture(page).click()]);
    expect(download.suggestedFilename()).toBe('ada-profile.png');
    const size = v.object({ width: v.literal(1200), height: v.literal(630), colors: v.number() });
    expect(v.parse(size, await decoded(download)).colors).toBeGreaterThan(500);
    await toast('Image generated!', page).getByText('Your profile image has been downloaded.').waitFor();
    expect(offline.complaints).toEqual([]);
    await context.close();
  });

  describe('while it is rendered', () => {
    let context: BrowserContext;
    beforeEach(async () => {
      // Without the service worker, so that the spec can hold back the renderer.
      context = await browser.newContext({ baseURL: instance.url, serviceWorkers: 'block' });
      page = await context.newPage();
    });
    afterEach(() => context.close());

    it('keeps the button and shows progress', async () => {
      const { release } = await holdBack('profileImage');
      await openProfile(page);
      await picture(page).click();
      const generating = page.getByRole('button', { name: 'Generating...' });
      await generating.waitFor();
      expect(await generating.isDisabled()).toBe(true);
      const download = page.waitForEvent('download');
      release();
      expect((await download).suggestedFilename()).toBe('ada-profile.png');
      await picture(page).waitFor();
      expect(await picture(page).isEnabled()).toBe(true);
    });

    it('reports failures, and can be retried', async () => {
      const content = 'HTMLCanvasElement.prototype.toBlob = (callback) => callback(null)';
      await page.addInitScript({ content });
      await openProfile(page);
      await picture(page).click();
      await toast('Error generating image').getByText('Please try again later.').waitFor();
      expect(await picture(page).isEnabled()).toBe(true);
    });
  });

  it('is rendered by the server too, for link previews', async () => {
    const response = await page.request.get('/og/ada.png');
    expect(response.headers()['content-type']).toBe('image/png');
    const html = await (await page.request.get('/ada')).text();
    expect(html).toContain(`<meta property="og:image" content="${instance.url}/og/ada.png" />`);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />');
  });
});

describe('other actions on a profile', () => {
  const items = async (on: Page) => {
    await on.getByRole('button', { name: 'Options' }).click();
    await on.getByRole('menu').waitFor();
    const names = await on.getByRole('menuitem').allTextContents();
    await on.keyboard.press('Escape');
    return names;
  };
  /** The profile may appear before the session is known. */
  const expectItems = (names: readonly string[]) => expect.poll(() => items(page)).toEqual(names);

  it('depend on who is signed in', async () => {
    await openProfile(page);
    await expectItems(['View on blockchain explorer']);
    // Visitors have no actions on a profile without an address.
    await openProfile(page, 'grace');
    expect(await page.getByRole('button', { name: 'Options' }).count()).toBe(0);
    await login(visitor, 'grace');
    await page.goto('/');
    const start = page.getByRole('link', { name: 'Get your profile' });
    await expect.poll(() => start.getAttribute('href')).toBe('/dashboard/profile');
    await page.goto('/auth');
    await page.waitForURL('**/dashboard/profile');
    await openProfile(page);
    await expectItems(['Send Message', 'View on blockchain explorer', 'Block', 'Report']);
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await toast('Opening conversation').waitFor();
    await page.waitForURL('**/messages');
    await openProfile(page);
    await page.route('**/api/messages/find-conversation/*', (route) => route.fulfill({ status: 503 }));
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await toast('Error').getByText('Could not start conversation. Please try again.').waitFor();
    await page.waitForURL('**/messages');
    await openProfile(page, 'grace');
    await expectItems(['Edit Profile']);
    const data = { username: 'admin', password: instance.adminPassword };
    await page.request.post('/api/login', { data, headers: { origin: instance.url } });
    await openProfile(page);
    await expectItems(['Send Message', 'View on blockchain explorer', 'Admin Actions', 'Block', 'Report']);
    await page.goto('/admin');
    await expectItems(['Edit Profile']);
  });

  it('fit in the narrowest window', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await openProfile(page);
    expect(await sideways(page)).toEqual([]);
    await page.getByRole('button', { name: 'Options' }).click();
    await page.getByRole('menu').waitFor();
    expect(await sideways(page)).toEqual([]);
  });

  it('include a code and an explorer for each address', async () => {
    await openProfile(page);
    const explorer = page.getByRole('link', {
      name: 'Look up the Solana address on a blockchain explorer …FKWg',
    });
    expect(await explorer.getAttribute('href')).toBe(
      'https://solscan.io/account/4Nd1mYQZ6bS4k6mKJ1JTVFdRqBqbcyCUuaJUGb2yFKWg',
    );
    const controls = page.getByRole('region', { name: 'Wallet addresses' }).locator('a, button');
    const names = await Promise.all(
      (await controls.all()).map(
        async (control) => (await control.getAttribute('aria-label')) ?? control.textContent(),
      ),
    );
    expect(names).toHaveLength(10);
    expect(new Set(names).size).toBe(names.length);
    await page.getByRole('button', { name: 'Show the QR code of the Bitcoin address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bitcoin address' });
    await dialog.getByRole('img', { name: 'QR code of the Bitcoin address' }).waitFor();
    expect(await dialog.getByRole('link', { name: 'View on explorer' }).getAttribute('href')).toBe(
      'https://mempool.space/address/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    );
    await dialog.getByRole('button', { name: 'Copy address' }).click();
    await toast('Address copied').getByText('Wallet address copied to clipboard').waitFor();
    expect(await clipboard()).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
  });
});
