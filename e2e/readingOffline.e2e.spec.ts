import { evmWallet } from '@pmcw/testing/wallets';
import type { Browser, Page, Route } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApi } from './support/api.ts';
import { launchBrowser, openPerson, type Person, withWorker } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { keptOnDevice } from './support/keptOnDevice.ts';
import {
  composer,
  findAndMessage,
  login,
  messages,
  register,
  registerUnseen,
  say,
} from './support/member.ts';
import { listAndProve } from './support/proving.ts';
import { workerIsReady } from './support/serviceWorker.ts';

const idSchema = v.object({ id: v.number() });
const offline = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|WebSocket connection|401 \(Unauthorized\)/;

/** Other devices get a draft when typing pauses. */
const patiently = { timeout: 60_000 };

let instance: Instance;
let browser: Browser;
let lena: Person;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  for (const [fullName, username] of [
    ['Mira Okafor', 'mira'],
    ['Nora Lind', 'nora'],
  ] as const) {
    const person = await openPerson(browser, instance.url, [offline], withWorker);
    await registerUnseen(person, fullName, username);
    if (username === 'mira') await proveAnAddress(person);
    await person.context.close();
  }
  lena = await openPerson(browser, instance.url, [offline], withWorker);
  await register(lena, 'Lena Weber', 'lena');
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

async function proveAnAddress({ url, context }: Person): Promise<void> {
  const api = await openApi(url, { storageState: await context.storageState() });
  await listAndProve(api, evmWallet());
  await api.dispose();
}

/** Answers are stored in the background: a page that is left too early has not stored them. */
async function untilKept(page: Page, path: string, what = ''): Promise<void> {
  const isKept = async () =>
    (await keptOnDevice(page)).some(
      ({ database, text }) =>
        database.startsWith('kept-of-') && text.includes(`"path":"${path}"`) && text.includes(what),
    );
  await expect.poll(isKept, patiently).toBe(true);
}

it('shows what was opened before, with its time, and reports what was not', async () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const { page, context } = lena;
  // Visitors see a proof once it is in the read models.
  for (const [path, isProved] of [
    ['/api/profile/mira', /"eip-191"/],
    ['/api/directory?hasProof=true', /"mira"/],
  ] as const) {
    const answer = async () => (await page.request.get(path)).text();
    await expect.poll(answer, patiently).toMatch(isProved);
  }
  await page.goto('/mira');
  await page.getByRole('heading', { name: 'Mira Okafor' }).waitFor();
  await untilKept(page, '/api/profile/mira');
  await page.goto('/directory');
  await page.getByText('@nora').waitFor();
  await untilKept(page, '/api/directory');
  await page.goto('/dashboard/profile');
  await page.getByRole('textbox', { name: 'Address' }).fill(address);
  await page.getByRole('combobox', { name: 'Network' }).click();
  await page.getByRole('option', { name: 'Ethereum' }).click();
  await page.getByRole('button', { name: 'Add wallet address' }).click();
  await page.getByRole('button', { name: /^Remove .* address …\w{4}$/ }).waitFor();
  // The stored list may still be the empty one.
  await untilKept(page, '/api/user/wallets', address);
  await page.goto('/');
  await page.getByText('No verified users found yet. Be the first one!').waitFor();
  await untilKept(page, '/api/featured-users');
  await untilKept(page, '/api/settings');
  await workerIsReady(page);
  await context.setOffline(true);

  await page.goto('/');
  await page.getByText('No verified users found yet. Be the first one!').waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Copy Token Address' }).isEnabled(), patiently)
    .toBe(true);
  await expect.poll(() => page.getByText('Not connected. As of').count(), patiently).toBe(2);
  await page.getByText('There will never be more than 10,000.').waitFor();
  const group = page.getByRole('link', { name: 'Join our Telegram' });
  await expect.poll(() => group.getAttribute('href'), patiently).toMatch(/^https:/);
  // Links to screens that are not on the device look disabled.
  const inNavigation = page.getByRole('navigation', { name: 'Main' });
  await inNavigation.getByRole('link', { name: 'Telegram', disabled: true }).waitFor();
  expect(await page.getByText('could not be loaded').count()).toBe(0);
  await page.goto('/mira');
  await page.getByRole('heading', { name: 'Mira Okafor' }).waitFor();
  await page.getByRole('status').filter({ hasText: 'Not connected. As of now' }).waitFor();
  await page.getByRole('button', { name: /^Check it yourself/ }).click();
  await page.getByRole('dialog').getByText('Checked in your browser').waitFor();
  await page.goto('/nora');
  await page.getByRole('heading', { name: 'Not on this device' }).waitFor();
  await page.goto('/directory');
  await page.getByText('@nora').waitFor();
  await page.getByText('Not connected. As of').waitFor();
  await page.getByRole('searchbox').fill('NOR');
  await page.getByText(/As of .+ Searched the \d+ members saved on this device/).waitFor();
  await page.getByText('@nora').waitFor();
  expect(await page.getByText('@mira').count()).toBe(0);
  await page.goto('/directory?hasProof=true');
  await page.getByText('@mira').waitFor();
  expect(await page.getByText('@nora').count()).toBe(0);
  await page.goto('/directory?page=7');
  await page.getByRole('heading', { name: 'Not on this device' }).waitFor();

  await page.goto('/dashboard/profile');
  await page.getByText('You can make changes when you are back online.').waitFor();
  await page.getByText('0x5290').waitFor();
  for (const name of ['Add wallet address', 'Add social link', 'Change avatar', 'Delete account']) {
    expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
  }
  expect(await page.getByLabel('Bio').isDisabled()).toBe(true);
  await context.setOffline(false);
  await expect.poll(() => page.getByLabel('Bio').isDisabled(), patiently).toBe(false);
  expect(lena.complaints).toEqual([]);
});

const api = /\/api\//;

it('detects a network without a server, and does not wait for hanging requests', async () => {
  const { page, context } = lena;
  await context.route(api, (route) => route.abort('connectionrefused'));
  await page.goto('/dashboard/profile');
  await page.getByText('You can make changes when you are back online.').waitFor();
  await page.getByText('0x5290').waitFor();
  expect(await page.evaluate('navigator.onLine')).toBe(true);
  expect(await page.getByLabel('Bio').isDisabled()).toBe(true);
  await context.unroute(api);
  await expect.poll(() => page.getByLabel('Bio').isDisabled(), patiently).toBe(false);

  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(api, async (route) => {
    await held;
    // The page that sent the request may be gone.
    await route.continue().catch(() => undefined);
  });
  await page.goto('/dashboard/profile');
  await page.getByText('0x5290').waitFor();
  const desktop = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/mira');
  const says = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();
  const heading = page.getByRole('heading', { name: 'Mira Okafor' });
  const place = async () => (await heading.boundingBox())?.y;
  await says('Slow connection. As of');
  const before = await place();
  expect(before).toBeGreaterThan(0);
  // Nothing disappears or moves when the server is asked again.
  const refuse = (route: Route) => route.abort('connectionrefused');
  await context.route(api, refuse);
  await page.getByRole('button', { name: 'Try again' }).click();
  await says('Not connected. As of');
  expect(await place()).toBe(before);
  await context.unroute(api, refuse);
  const asked = page.waitForRequest('**/api/profile/mira');
  await page.getByRole('button', { name: 'Try again' }).click();
  await asked;
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  expect(await heading.count()).toBe(1);
  expect(await place()).toBe(before);
  release();
  await expect.poll(() => page.getByText('Not connected. As of').count(), patiently).toBe(0);
  if (desktop !== null) await page.setViewportSize(desktop);
  await page.getByRole('heading', { name: 'Mira Okafor' }).waitFor();
  await context.unroute(api);
  expect(lena.complaints).toEqual([]);
});

it('drafts sync to another browser; a conflicting one is offered there, and sending clears both', async () => {
  const desk = await openPerson(browser, instance.url, [offline], withWorker);
  await login(desk, 'lena');
  await findAndMessage(desk, 'mira');
  await lena.page.goto('/directory');
  await findAndMessage(lena, 'mira');
  await composer(lena.page).fill('Half a thought');
  await expect.poll(() => composer(desk.page).inputValue(), patiently).toBe('Half a thought');

  await lena.context.setOffline(true);
  await composer(lena.page).fill('Written in the train');
  await composer(desk.page).fill('And something quite different, at the desk');
  await desk.page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await lena.context.setOffline(false);
  // Both devices have both drafts, whichever each shows.
  for (const { page } of [desk, lena]) {
    const both = expect.poll(async () => {
      const aside = page.getByRole('list', { name: 'Another version' }).getByRole('listitem');
      return [await composer(page).inputValue(), ...(await aside.allInnerTexts())].join();
    }, patiently);
    await both.toMatch(/Written in the train[\s\S]*at the desk|at the desk[\s\S]*Written in the train/);
  }
  await desk.page.getByRole('button', { name: 'Use', exact: true }).click();
  await expect.poll(() => composer(desk.page).inputValue(), patiently).toMatch(/desk\nWritten|train\nAnd/);
  await composer(desk.page).press('Enter');
  await messages(lena.page, 'Written in the train').waitFor();
  await expect.poll(() => composer(lena.page).inputValue(), patiently).toBe('');
  await expect
    .poll(() => lena.page.getByRole('list', { name: 'Another version' }).count(), patiently)
    .toBe(0);
  expect(desk.complaints).toEqual([]);
  await desk.context.close();
});

it('searches conversations, members and messages on the device, offline too, and opens a message in its thread', async () => {
  const { page, context } = lena;
  await page.goto('/directory');
  await findAndMessage(lena, 'nora');
  await say(lena, 'The needle is here');
  await messages(page, 'The needle is here').waitFor();
  const { id: receiverId } = v.parse(idSchema, await (await context.request.get('/api/profile/nora')).json());
  for (let i = 0; i < 90; i += 1) {
    const data = { receiverId, content: `straw ${i}` };
    await context.request.post('/api/messages', { data, headers: { origin: instance.url } });
  }
  await messages(page, 'straw 89').waitFor();
  await workerIsReady(page);
  await context.setOffline(true);
  await page.goto('/messages');
  const field = page.getByRole('searchbox');
  await field.fill('lind');
  await page
    .getByRole('button', { name: /Nora Lind/ })
    .first()
    .waitFor();
  await field.fill('needle');
  await page.locator('[data-result]').filter({ hasText: 'The needle is here' }).waitFor();
  await field.press('ArrowDown');
  await page.keyboard.press('Enter');
  const found = messages(page, 'The needle is here');
  await found.waitFor();
  const focused = `(() => {
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    return { text: document.activeElement.textContent, isInView: top > 0 && bottom < innerHeight };
  })()`;
  await expect
    .poll(() => page.evaluate(focused), patiently)
    .toEqual({ text: expect.stringContaining('The needle is here'), isInView: true });
  await field.fill('nothing like it');
  await page.getByText('Nothing on this device matches “nothing like it”.').waitFor();
  await context.setOffline(false);
  expect(lena.complaints).toEqual([]);
});
