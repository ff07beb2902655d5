import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sessionUserSchema } from '@pmcw/contracts';
import type { APIRequestContext, Browser, Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminRequests } from './support/adminRequests.ts';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person, withWorker } from './support/browser.ts';
import { accept } from './support/conversations.ts';
import { fail, failedOnPurpose, hinder } from './support/hindrances.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { tracesOnDevice } from './support/keptOnDevice.ts';
import {
  composer,
  findAndMessage,
  login,
  messages,
  password,
  register,
  registerByForm,
  registerUnseen,
  say,
  toast,
  untilLive,
} from './support/member.ts';

const nobodySignedIn =
  /40[13] \((Unauthorized|Forbidden)\).*\/api\/(user|login|messages\/changes\?after=\d+)\)/;
/** Requests of a page at the moment when the member is signed out. */
const refused = /status of 401 \(Unauthorized\) \(\S+\/api\/(messages|notifications|drafts)\b/;
const inTime = { timeout: 60_000, interval: 150 };

const picture = path.join(import.meta.dirname, '..', 'pwa', 'public', 'icons', 'icon-512.png');
/** As the service worker reports it. */
const pressNotification = `navigator.serviceWorker.dispatchEvent(
  new MessageEvent('message', { data: { type: 'OPEN', path: '/messages' } }))`;
const file = (page: Page) => page.getByRole('dialog').locator('input[type=file]').first();
const avatarsOf = (page: Page) => page.locator('img[src^="/media/"]');
/** Members' databases, and the last signed-in member, as stored by the browser. Data of visitors does not count. */
const keptOnDevice = `indexedDB.databases().then((all) => [
  all.filter(({ name }) => name !== 'kept-of-visitors'),
  localStorage.getItem('session-user'),
])`;
const idOf = async ({ page }: Person) =>
  v.parse(sessionUserSchema, await (await page.request.get('/api/user')).json()).id;

const columnsOfCards =
  'new Set([...document.querySelectorAll("main fieldset")].map((card) => card.getBoundingClientRect().left)).size';

describe('the dashboard', () => {
  let instance: Instance;
  let browser: Browser;
  let admin: APIRequestContext;
  beforeAll(async () => {
    [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
    admin = await adminRequests(instance);
  });
  afterAll(async () => {
    await admin?.dispose();
    await browser?.close();
    await instance?.remove();
  });
  const person = (more = {}) => openPerson(browser, instance.url, [nobodySignedIn], more);

  it('crops and saves an avatar; others see it in the directory and beside messages', async () => {
    const [lena, omar] = await Promise.all([person(), person()]);
    await Promise.all([register(lena, 'Lena Weber', 'lena'), register(omar, 'Omar Haddad', 'omar')]);
    await accept(omar, 'lena');
    const { page } = lena;
    await page.getByRole('button', { name: 'Change avatar' }).click();
    await file(page).setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg/>'),
    });
    await page.getByText('This file cannot be used.').waitFor();
    const start = Buffer.from('89504e470d0a1a0a', 'hex');
    await file(page).setInputFiles({ name: 'torn.png', mimeType: 'image/png', buffer: start });
    await page.getByText('This image could not be read.').waitFor();

    await file(page).setInputFiles(picture);
    const zoom = page.getByRole('slider', { name: 'Zoom' });
    await page.getByRole('group', { name: 'Part of the image that will be shown' }).press('+');
    await expect.poll(() => zoom.inputValue(), inTime).toBe('1.2');
    expect(await axeViolations(page)).toEqual([]);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    // A worker renders it, because the page can't.
    await page.evaluate('HTMLCanvasElement.prototype.toBlob = undefined');
    await page.getByRole('button', { name: 'Save image' }).click();
    await toast(page, 'Image updated').waitFor();
    expect((await sent).postData()?.length).toBeLessThan(1024 * 1024);
    await expect.poll(() => avatarsOf(page).count(), inTime).toBeGreaterThanOrEqual(2);

    await findAndMessage(lena, 'omar');
    await say(lena, 'Look, a face!');
    await omar.page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Directory' })
      .click();
    const card = omar.page.getByRole('listitem').filter({ hasText: '@lena' });
    await avatarsOf(omar.page).and(card.locator('img')).waitFor();
    const kept = await omar.page.request.get((await card.locator('img').getAttribute('src')) ?? '');
    expect(kept.headers()['content-type']).toBe('image/webp');
    await findAndMessage(omar, 'lena');
    await expect.poll(() => messages(omar.page, 'Look, a face!').count(), inTime).toBe(1);
    await expect.poll(() => avatarsOf(omar.page).count(), inTime).toBeGreaterThanOrEqual(1);

    await page.goto('/dashboard/profile');
    await page.getByRole('button', { name: 'Change avatar' }).click();
    await page.getByRole('button', { name: 'Remove avatar' }).click();
    await toast(page, 'Your robot is back.').waitFor();
    await expect.poll(() => avatarsOf(page).count(), inTime).toBe(0);
    expect([...lena.complaints, ...omar.complaints]).toEqual([]);
    await Promise.all([lena.context.close(), omar.context.close()]);
  });

  it('makes a photo of 48 megapixels smaller before anything draws it', async () => {
    const nils = await person();
    const { page } = nils;
    // The largest side of everything that is drawn on.
    await page.addInitScript(`{
      window.widest = 0;
      window.decodings = [];
      const note = (width) => { window.widest = Math.max(window.widest, width); };
      const { width } = Object.getOwnPropertyDescriptors(HTMLCanvasElement.prototype);
      Object.defineProperty(HTMLCanvasElement.prototype, 'width', { ...width, set(value) { note(value); width.set.call(this, value); } });
      const decode = window.createImageBitmap;
      window.createImageBitmap = async (...args) => {
        const bitmap = await decode(...args);
        window.decodings.push(bitmap.width);
        return bitmap;
      };
    }`);
    await register(nils, 'Nils Berg', 'nils_berg');
    await page.getByRole('button', { name: 'Change background' }).click();
    const photo = await page.evaluate(`(async () => {
      const canvas = new OffscreenCanvas(8_000, 6_000);
      canvas.getContext('2d').fillRect(0, 0, 8_000, 6_000);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
      const reader = new FileReader();
      const read = new Promise((resolve) => { reader.onload = resolve; });
      reader.readAsDataURL(blob);
      await read;
      return reader.result.split(',')[1];
    })()`);
    const buffer = Buffer.from(v.parse(v.string(), photo), 'base64');
    await file(page).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('slider', { name: 'Zoom' }).waitFor();
    expect(await page.evaluate('[window.decodings, window.widest]')).toEqual([[2_400], 2_400]);
    const shown = await page.evaluate(`document.querySelector('[role="dialog"] img').naturalWidth`);
    expect(shown).toBe(2_400);
    await page.getByRole('button', { name: 'Save image' }).click();
    await toast(page, 'Image updated').waitFor();
    expect(nils.complaints).toEqual([]);
    await nils.context.close();
  });

  it('never loses an unsaved change by accident', async () => {
    const mira = await person(withWorker);
    await registerUnseen(mira, 'Mira Novak', 'mira');
    const { page } = mira;
    await page.goto('/directory');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    for (const [width, columns] of [
      [390, 1],
      [1024, 2],
      [1440, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(columnsOfCards), inTime).toBe(columns);
    }
    await page.getByLabel('Full name').fill('Mira Novak-Holm');
    await page.getByText('Unsaved changes').waitFor();
    let answer: 'accept' | 'dismiss' = 'dismiss';
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog[answer]();
    });
    await page.getByRole('link', { name: 'Directory', exact: true }).click();
    await page.evaluate('history.back()');
    await page.evaluate(pressNotification);
    await expect.poll(() => questions.length, inTime).toBe(3);
    await expect.poll(() => new URL(page.url()).pathname, inTime).toBe('/dashboard/profile');
    expect(await page.getByLabel('Full name').inputValue()).toBe('Mira Novak-Holm');

    answer = 'accept';
    await page.evaluate('history.back()');
    await page.getByRole('heading', { name: 'Member Directory' }).waitFor();
    expect(questions).toEqual(Array(4).fill('You have unsaved changes. Leave without saving them?'));
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    expect(await page.getByLabel('Full name').inputValue()).toBe('Mira Novak');
    expect(mira.complaints).toEqual([]);
    await mira.context.close();
  });

  it('asks before typed input of any form is lost, and no longer once it is saved', async () => {
    const noa = await openPerson(browser, instance.url, [nobodySignedIn]);
    const { page } = noa;
    const questions: string[] = [];
    let answer: 'accept' | 'dismiss' = 'dismiss';
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog[answer]();
    });
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByLabel('Full name').fill('Noa Lind');
    await page.getByRole('link', { name: 'Directory', exact: true }).click();
    await expect.poll(() => questions.length, inTime).toBe(1);
    expect(await page.getByLabel('Full name').inputValue()).toBe('Noa Lind');
    answer = 'accept';
    await page.getByRole('link', { name: 'Directory', exact: true }).click();
    await page.getByRole('heading', { name: 'Member Directory' }).waitFor();
    expect(questions).toHaveLength(2);

    // Registering asks nothing.
    await registerByForm(noa, 'Noa Lind', 'noa');
    expect(questions).toHaveLength(2);

    // Two forms with input: each one asks, also when the other is saved.
    answer = 'dismiss';
    await page.getByLabel('Full name').fill('Noa Lindqvist');
    await page.getByLabel('Address', { exact: true }).fill('0x52908400098527886E0F7030069857D2E4169EE7');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Directory', exact: true }).click();
    await expect.poll(() => questions.at(-1), inTime).toContain('What you have entered is not saved.');
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toContain('0x5290');
    await noa.context.close();
  });

  it('saves all fields of a profile, deletes after a confirmation, and shows the server’s refusals', async () => {
    const nadia = await openPerson(browser, instance.url, [nobodySignedIn, failedOnPurpose]);
    await register(nadia, 'Nadia Adeyemi', 'nadia');
    const { page } = nadia;
    const click = (name: string | RegExp) => page.getByRole('button', { name }).click();
    const choose = async (list: string, option: string) => {
      await page.getByRole('combobox', { name: list }).click();
      await page.getByRole('option', { name: option }).click();
    };
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog.accept();
    });

    await page.getByLabel('Bio').fill('Open payment rails');
    await click('Save changes');
    await toast(page, 'Profile updated').waitFor();
    await click('Change background');
    await file(page).setInputFiles(picture);
    await click('Save image');
    await toast(page, 'Image updated').waitFor();

    await choose('Network', 'Ethereum');
    await page.getByRole('textbox', { name: 'Address' }).fill('0x52908400098527886E0F7030069857D2E4169EE7');
    await click('Add wallet address');
    await toast(page, 'Wallet address added').waitFor();
    await choose('Platform', 'GitHub');
    await page.getByRole('textbox', { name: 'Username or link' }).fill('@nadia');
    await click('Add social link');
    await toast(page, 'Social link added').waitFor();
    await page.getByRole('combobox', { name: 'Platform' }).click();
    const linked = page.getByRole('option', { name: 'GitHub' });
    expect(await linked.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');

    const telegram = { platform: 'telegram', username: 'nadia' };
    const headers = { origin: instance.url };
    await page.request.post('/api/user/socials', { data: telegram, headers });
    await page.reload();
    for (const name of [/^Remove .* address …\w{4}$/, 'Remove GitHub link', 'Remove Telegram link'])
      await page.getByRole('button', { name }).waitFor();

    await hinder(page, fail(/^\/api\/(user\/(profile|wallets|socials)|logout)/));
    await page.getByLabel('Bio').fill('Something else');
    await click('Save changes');
    await toast(page, 'Error updating profile').waitFor();
    await toast(page, 'Out of order').waitFor();
    await click(/^Remove .* address …\w{4}$/);
    await toast(page, 'Error deleting wallet address').waitFor();
    await click('Remove GitHub link');
    await toast(page, 'Error deleting social link').waitFor();
    await click('Logout');
    await toast(page, 'Logout failed').waitFor();
    await page.unrouteAll();

    // By keyboard; focus stays on a control.
    const press = (name: string | RegExp) => page.getByRole('button', { name }).press('Enter');
    const hasFocus = (what: Locator) =>
      expect.poll(() => what.and(page.locator(':focus')).count(), inTime).toBe(1);
    await press('Save changes');
    await toast(page, 'Profile updated').waitFor();
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('button', { name: 'Save changes' }));
    await page.getByLabel('Bio').fill('Nothing of importance');
    await press('Discard');
    await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('region', { name: 'Profile settings' }));
    await press(/^Remove .* address …\w{4}$/);
    await toast(page, 'Wallet address deleted').waitFor();
    await hasFocus(page.getByRole('region', { name: 'Wallet addresses' }));
    await press('Remove GitHub link');
    await toast(page, 'Social link deleted').waitFor();
    await hasFocus(page.getByRole('button', { name: 'Remove Telegram link' }));
    await press('Remove Telegram link');
    await page.getByText('No social links yet.').waitFor();
    await hasFocus(page.getByRole('region', { name: 'Social links' }));
    const [wallet, social] = ['wallet address', 'social link'].map(
      (what) => `Are you sure you want to delete this ${what}?`,
    );
    expect(questions).toEqual([wallet, social, wallet, social, social]);

    const html = page.locator('html');
    await page.getByRole('radio', { name: 'System' }).click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await html.and(page.locator(`[data-theme=${colorScheme}]`)).waitFor();
    }
    await page.getByRole('radio', { name: 'Light' }).click();
    await page.getByRole('radio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Konto', exact: true }).waitFor();
    await page.goto('/nadia');
    await page.getByText('Something else').waitFor();
    await html.and(page.locator('[data-theme=light][lang=de]')).waitFor();
    expect(await page.evaluate("localStorage.getItem('ui-theme')")).toBe('light');
    expect(nadia.complaints).toEqual([]);
    await nadia.context.close();
  });

  it('changes the password, which signs out the other devices with a message', async () => {
    const [laptop, telephone] = await Promise.all([person(), person()]);
    await register(laptop, 'Ravi Iyer', 'ravi');
    // Only a connected socket knows why a session ended.
    await Promise.all([untilLive(telephone.page), login(telephone, 'ravi')]);
    const { page } = laptop;
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('Current password', { exact: true }).fill('not the password');
    await page.getByLabel('New password', { exact: true }).fill('another long password');
    await page.getByLabel('Confirm new password', { exact: true }).fill('another long password');
    await page.getByRole('button', { name: 'Save new password' }).click();
    await toast(page, 'Error changing password').waitFor();
    await page.getByRole('dialog').getByText('Current password is wrong.').waitFor();
    await page.getByLabel('Current password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Save new password' }).click();
    await toast(page, 'Password updated').waitFor();

    await telephone.page.waitForURL('**/auth');
    await telephone.page.getByRole('alert').getByText('Your password was changed').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    const complaints = laptop.complaints.filter((text) => !text.includes('/api/user/change-password'));
    expect([...complaints, ...telephone.complaints]).toEqual([]);
    await Promise.all([laptop.context.close(), telephone.context.close()]);
  });

  it('shows a suspended member why they were signed out, and again when they try to log in', async () => {
    const noor = await person();
    const { page } = noor;
    await Promise.all([untilLive(page), register(noor, 'Noor Adeyemi', 'noor')]);
    expect(noor.complaints).toEqual([]);
    await admin.patch(`/api/admin/users/${await idOf(noor)}/suspend`, { data: { isSuspended: true } });
    await page.waitForURL('**/auth');
    const notice = page.getByRole('alert').getByText('This account has been suspended');
    await notice.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    await page.getByLabel('Username').fill('noor');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await notice.waitFor();
    await toast(page, 'Login failed').waitFor();
    expect(noor.complaints.filter((text) => !refused.test(text))).toEqual([]);
    await noor.context.close();
  });

  it('deletes the account and all its data on every device', async () => {
    const [laptop, telephone, witness] = await Promise.all([person(), person(), person()]);
    await Promise.all([register(laptop, 'Yuki Tanaka', 'yuki'), register(witness, 'Wanda Reyes', 'wanda')]);
    await login(telephone, 'yuki');
    const { page } = laptop;
    const headers = { origin: instance.url };
    const about = { fullName: 'Yuki Tanaka', bio: 'mark: the bio', telegramHandle: '' };
    expect((await page.request.patch('/api/user/profile', { data: about, headers })).status()).toBe(200);
    await page.goto('/messages');
    await page.getByRole('button', { name: /Global Chat/ }).click();
    await say(laptop, 'mark: the message');
    await composer(page).fill('mark: never sent');
    const marks = ['Yuki Tanaka', 'mark: the bio', 'mark: the message', 'mark: never sent'];
    const kept = async () => {
      const traces = await tracesOnDevice(page, marks);
      return marks.filter((mark) => traces.some((trace) => trace.endsWith(mark)));
    };
    await expect.poll(kept, inTime).toContain('mark: never sent');
    await page.goto('/dashboard/profile');
    await expect.poll(kept, inTime).toEqual(marks);

    // Another member has seen and stored all visible data of the account.
    await findAndMessage(witness, 'yuki');
    await say(witness, 'Are you leaving?');
    await witness.page.getByRole('button', { name: /Global Chat/ }).click();
    await messages(witness.page, 'mark: the message').waitFor();
    const seen = marks.slice(0, 3);
    const ofWitness = async () => {
      const traces = await tracesOnDevice(witness.page, seen);
      return seen.filter((mark) => traces.some((trace) => trace.endsWith(mark)));
    };
    await expect.poll(ofWitness, inTime).toEqual(seen);

    await page.getByRole('button', { name: 'Delete account' }).click();
    const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
    await question.getByText('This action cannot be undone').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const confirm = question.getByRole('button', { name: 'Delete my account' });
    await question.getByLabel('Type yuki to confirm').fill('yuk');
    expect(await confirm.isDisabled()).toBe(true);
    await question.getByLabel('Type yuki to confirm').fill('yuki');
    await confirm.click();

    for (const device of [laptop, telephone]) {
      await toast(device.page, 'Account deleted').waitFor();
      await expect.poll(() => new URL(device.page.url()).pathname, inTime).toBe('/');
      await expect.poll(() => device.page.evaluate(keptOnDevice), inTime).toEqual([[], null]);
      expect(await tracesOnDevice(device.page, marks)).toEqual([]);
    }
    await expect.poll(ofWitness, inTime).toEqual([]);
    const farewell = page.getByRole('dialog', { name: 'Your account is gone' });
    await farewell.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      farewell.getByRole('button', { name: 'Download receipt' }).click(),
    ]);
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ state: 'erased' });
    await farewell.getByRole('button', { name: 'Close' }).first().click();
    await farewell.waitFor({ state: 'detached' });
    expect((await page.request.get('/api/profile/yuki')).status()).toBe(404);
    const complaints = [...laptop.complaints, ...telephone.complaints, ...witness.complaints];
    expect(complaints.filter((text) => !refused.test(text))).toEqual([]);
    await Promise.all([laptop.context.close(), telephone.context.close(), witness.context.close()]);
  });
});
