import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person, withWorker } from './support/browser.ts';
import { cut, failedOnPurpose, hinder } from './support/hindrances.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { keptOnDevice, messageDatabases, tracesOnDevice } from './support/keptOnDevice.ts';
import {
  composer,
  loggedOutMeanwhile,
  login,
  messages,
  password,
  registerUnseen,
  say,
} from './support/member.ts';
import { cutMessages, type MessagesCut, messagesAreCut, nothingToWithdraw } from './support/messagesCut.ts';
import { workerIsReady } from './support/serviceWorker.ts';

/** A visitor's app asks for the session; Chromium reports every 401. */
const nobodySignedIn = /401 \(Unauthorized\).*\/api\/user\)/;
/** The server already has the same draft; the app then takes over its revision. */
const draftIsThere = /409 \(Conflict\).*\/api\/drafts\//;
const offline = /ERR_INTERNET_DISCONNECTED|WebSocket connection/;
const inTime = { timeout: 60_000, interval: 150 };

let instance: Instance;
let browser: Browser;
let omar: Person;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  omar = await openPerson(browser, instance.url, [nobodySignedIn]);
  await registerUnseen(omar, 'Omar Haddad', 'omar');
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const logout = (page: Page) => button(page, 'Logout').click();
const question = (page: Page) => page.getByRole('dialog', { name: 'Before you log out' });
const choose = (page: Page, name: string) => question(page).getByRole('button', { name }).click();
const loggedOut = (page: Page) => page.getByRole('link', { name: 'Login', exact: true }).waitFor();
/** Status of unsent messages in the header. */
const pill = (page: Page) => page.getByRole('banner').getByRole('status').getByRole('link');
const openWith = async ({ page }: Person, username: string) => {
  await page.goto(`/messages?user=${username}`);
  await composer(page).waitFor();
};

/** A new member in a browser whose messages are blocked until the cut is lifted. */
async function cutOff(fullName: string, username: string): Promise<Person & { readonly cut: MessagesCut }> {
  // After that, its socket connects at some moment, and asks for missed changes.
  const expected = [loggedOutMeanwhile, messagesAreCut, nothingToWithdraw, draftIsThere];
  const person = await openPerson(browser, instance.url, expected);
  const cut = await cutMessages(person.page);
  await registerUnseen(person, fullName, username);
  return { ...person, cut };
}

/** Texts from a member that Omar received. */
async function arrivedFrom(userId: number): Promise<string[]> {
  const response = await omar.page.request.get(`/api/messages/${userId}`);
  if (!response.ok()) throw new Error(`messages: ${response.status()} ${await response.text()}`);
  const arrived: { content: string }[] = await response.json();
  return arrived.map(({ content }) => content).reverse();
}
const idOf = async ({ page }: Person): Promise<number> =>
  (await (await page.request.get('/api/user')).json()).id;

it('logs out at once if nothing is unsent, also offline, and leaves no data of the member in any tab', async () => {
  const lena = await openPerson(browser, instance.url, [nobodySignedIn, offline], withWorker);
  await registerUnseen(lena, 'Lena Weber', 'lena');
  await openWith(lena, 'omar');
  await say(lena, 'everything is sent');
  await messages(lena.page, 'everything is sent').getByText('Sent').first().waitFor({ state: 'attached' });
  const elsewhere = await lena.context.newPage();
  await elsewhere.goto('/messages');
  await button(elsewhere, /Omar Haddad/).click();
  await messages(elsewhere, 'everything is sent').waitFor();
  expect(await messageDatabases(lena.page)).toHaveLength(1);

  await logout(lena.page);
  await loggedOut(lena.page);
  await loggedOut(elsewhere);
  await expect.poll(() => messageDatabases(elsewhere), inTime).toEqual([]);
  expect(JSON.stringify(await keptOnDevice(elsewhere))).not.toContain('everything is sent');
  await elsewhere.close();

  await login(lena, 'lena');
  await workerIsReady(lena.page);
  // Never idle: the network is gone before the app has loaded what the first screen does not need.
  await lena.page.addInitScript('window.requestIdleCallback = () => 0');
  await openWith(lena, 'omar');
  await lena.context.setOffline(true);
  // Only now: a draft on the server would not be lost.
  await composer(lena.page).fill('Half a thought');
  await logout(lena.page);
  await choose(lena.page, 'Discard and log out');
  await lena.page.getByText('Your data was removed from this device.').first().waitFor();
  await loggedOut(lena.page);
  await expect.poll(() => messageDatabases(lena.page), inTime).toEqual([]);
  const status = async () => (await lena.page.request.get('/api/user')).status();
  expect(await status()).toBe(200);
  await lena.page.reload();
  await loggedOut(lena.page);
  await lena.context.setOffline(false);
  await expect.poll(status, inTime).toBe(401);
  await lena.page.reload();
  await loggedOut(lena.page);
  expect(lena.complaints).toEqual([]);
  await lena.context.close();
});

it('logs out and leaves nothing although the server is too busy, and ends the session later', async () => {
  const ivo = await openPerson(browser, instance.url, [nobodySignedIn]);
  const { page } = ivo;
  await registerUnseen(ivo, 'Ivo Horvat', 'ivo');
  await page.goto('/messages');
  await button(page, /Global Chat/).waitFor();
  const busy = {
    status: 503,
    title: 'Unavailable',
    code: 'unavailable',
    detail: 'Too busy',
    type: 'about:blank',
  };
  await page.route('**/api/logout', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(busy) }),
  );
  await logout(page);
  await loggedOut(page);
  await expect.poll(() => messageDatabases(page), inTime).toEqual([]);
  const status = async () => (await page.request.get('/api/user')).status();
  expect(await status()).toBe(200);
  await page.unroute('**/api/logout');
  await page.reload();
  await expect.poll(status, inTime).toBe(401);
  await loggedOut(page);
  expect(ivo.complaints).toEqual([]);
  await ivo.context.close();
});

it('asks if messages wait, can be cancelled, and sends them first', async () => {
  const { cut, ...mira } = await cutOff('Mira Novak', 'mira');
  const { page } = mira;
  const id = await idOf(mira);
  await openWith(mira, 'omar');
  await say(mira, 'one');
  await say(mira, 'two');
  await messages(page, 'two').getByText('Waiting for network').first().waitFor();
  await page.getByRole('link', { name: 'Directory' }).first().click();
  await pill(page).getByText('2 waiting').waitFor();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await logout(page);
  await question(page).getByText('2 messages have not been sent yet.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'detached' });
  expect((await page.request.get('/api/user')).status()).toBe(200);

  await logout(page);
  await choose(page, 'Send and log out');
  await question(page).getByText('2 messages could not be sent now. What should happen to them?').waitFor();
  expect(await arrivedFrom(id)).toEqual([]);
  cut.mend();
  await choose(page, 'Send and log out');
  await loggedOut(page);
  await expect.poll(() => arrivedFrom(id), inTime).toEqual(['one', 'two']);
  await expect.poll(() => messageDatabases(page), inTime).toEqual([]);
  expect(await pill(page).count()).toBe(0);
  expect(mira.complaints).toEqual([]);
  await mira.context.close();
});

it('keeps unsent messages for their member, invisible to another one in the same browser, and sends them later', async () => {
  const { cut, ...ravi } = await cutOff('Ravi Iyer', 'ravi');
  const { page } = ravi;
  const id = await idOf(ravi);
  await openWith(ravi, 'omar');
  await say(ravi, 'kept for later');
  await composer(page).fill('only begun');
  await messages(page, 'kept for later').getByText('Waiting for network').first().waitFor();
  await logout(page);
  await question(page).getByText('1 draft is on this device.').waitFor();
  await choose(page, 'Keep and log out');
  await loggedOut(page);
  await pill(page).getByText('1 waiting').waitFor();
  expect(await pill(page).getAttribute('href')).toBe('/auth');

  await registerUnseen(ravi, 'Noor Adeyemi', 'noor');
  await page.goto('/messages');
  await page.getByText('No conversations yet').waitFor();
  expect(await pill(page).count()).toBe(0);
  expect(await page.getByText('kept for later').count()).toBe(0);
  expect(await arrivedFrom(id)).toEqual([]);
  await logout(page);
  await loggedOut(page);
  await pill(page).getByText('1 waiting').waitFor();
  await expect.poll(async () => (await messageDatabases(page)).length, inTime).toBe(1);
  const kept = await keptOnDevice(page);
  expect(JSON.stringify(kept)).not.toContain('noor');

  cut.mend();
  await login(ravi, 'ravi');
  await expect.poll(() => arrivedFrom(id), inTime).toEqual(['kept for later']);
  await openWith(ravi, 'omar');
  await messages(page, 'kept for later').getByText('Sent').first().waitFor({ state: 'attached' });
  await expect.poll(() => composer(page).inputValue(), inTime).toBe('only begun');
  expect(await messages(page, 'kept for later').count()).toBe(1);
  await expect.poll(() => pill(page).count(), inTime).toBe(0);
  expect(ravi.complaints).toEqual([]);
  await ravi.context.close();
});

it('keeps a block that the server lacks, and sends it after the next login', async () => {
  const tara = await openPerson(browser, instance.url, [nobodySignedIn, failedOnPurpose]);
  const { page } = tara;
  await registerUnseen(tara, 'Tara Singh', 'tara');
  await hinder(page, cut('/api/blocks'));
  await openWith(tara, 'omar');
  // Rows of the list have one too, and earlier than the thread.
  const header = page.getByRole('region', { name: 'Omar Haddad' });
  await header.getByRole('button', { name: 'Options of this conversation' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await page.getByText('You blocked @omar.').waitFor();
  await logout(page);
  await question(page).getByText('The server does not know yet that you blocked 1 member.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await choose(page, 'Keep and log out');
  await loggedOut(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await login(tara, 'tara');
  const blocked = async () => (await page.request.get('/api/blocks')).text();
  await expect.poll(blocked, inTime).toContain('"omar"');
  expect(tara.complaints).toEqual([]);
  await tara.context.close();
});

it('discards unsent messages on request', async () => {
  const { cut, ...ines } = await cutOff('Ines Duarte', 'ines');
  const { page } = ines;
  const id = await idOf(ines);
  await openWith(ines, 'omar');
  await say(ines, 'never mind');
  await pill(page).getByText('1 waiting').waitFor();
  await logout(page);
  await choose(page, 'Discard and log out');
  await loggedOut(page);
  await expect.poll(() => messageDatabases(page), inTime).toEqual([]);
  cut.mend();
  await login(ines, 'ines');
  await openWith(ines, 'omar');
  await page.getByText('Say hello to Omar Haddad.').waitFor();
  expect(await arrivedFrom(id)).toEqual([]);
  expect(ines.complaints).toEqual([]);
  await ines.context.close();
});

it('keeps the queue when the session ends, and shows in the header why it waits', async () => {
  const { cut, ...ana } = await cutOff('Ana Kovac', 'ana');
  const { page } = ana;
  const id = await idOf(ana);
  await openWith(ana, 'omar');
  await say(ana, 'after the next sign-in');
  await pill(page).getByText('1 waiting').waitFor();
  await ana.context.clearCookies();
  await page.reload();
  await pill(page).getByText('sign in').waitFor();
  await pill(page).click();
  await page.waitForURL('**/auth');
  cut.mend();
  await page.getByLabel('Username').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/messages');
  await expect.poll(() => arrivedFrom(id), inTime).toEqual(['after the next sign-in']);
  expect(ana.complaints).toEqual([]);
  await ana.context.close();
});

it('discards a waiting message', async () => {
  const { cut, ...sami } = await cutOff('Sami Aalto', 'sami');
  const { page } = sami;
  const id = await idOf(sami);
  await openWith(sami, 'omar');
  await say(sami, 'better not');
  const own = messages(page, 'better not');
  await own.getByText('Waiting for network').first().waitFor();
  await own.hover();
  await own.getByRole('button', { name: 'Delete message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await own.waitFor({ state: 'detached' });
  await expect.poll(() => pill(page).count(), inTime).toBe(0);
  cut.mend();
  await say(sami, 'this one');
  await expect.poll(() => arrivedFrom(id), inTime).toEqual(['this one']);
  expect(sami.complaints).toEqual([]);
  await sami.context.close();
});

it('withdraws a message that is deleted while it is sent, even though it had arrived', async () => {
  const vera = await openPerson(browser, instance.url, [nobodySignedIn, messagesAreCut]);
  const { page } = vera;
  await cutMessages(page);
  await registerUnseen(vera, 'Vera Lind', 'vera');
  const id = await idOf(vera);
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/messages$/, async (route) => {
    const response = await route.fetch();
    await isAnswered;
    await route.fulfill({ response });
  });
  await openWith(vera, 'omar');
  await say(vera, 'sent too soon');
  await expect.poll(() => arrivedFrom(id), inTime).toEqual(['sent too soon']);
  const own = messages(page, 'sent too soon');
  const dialog = page.getByRole('dialog');
  const opensWhileSending = async () => {
    await own.getByText('Sending').first().waitFor({ state: 'attached' });
    await own.hover();
    await own.getByRole('button', { name: 'Delete message' }).click();
    await dialog.waitFor();
    const isSending = await dialog.getByText('It is being sent.').isVisible();
    // An attempt ends after 15 seconds, which may be before the dialog opens.
    if (!isSending) await dialog.getByRole('button', { name: 'Cancel' }).click();
    return isSending;
  };
  await expect.poll(opensWhileSending, inTime).toBe(true);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await own.waitFor({ state: 'detached' });
  answer();
  await expect.poll(() => arrivedFrom(id), inTime).toEqual([]);
  await page.reload();
  await page.getByText('Say hello to Omar Haddad.').waitFor();
  expect(vera.complaints).toEqual([]);
  await vera.context.close();
});

/** Everything that the browser stores for this site, by name, with its number of entries. */
const inventory = `(async () => {
  const names = [...Object.keys(localStorage).map((key) => 'item ' + key), ...Object.keys(sessionStorage).map((key) => 'tab ' + key)];
  for (const name of await caches.keys())
    if (!name.startsWith('workbox-precache')) names.push('cache ' + name);
  for (const { name } of await indexedDB.databases()) names.push('database ' + name);
  const worker = await navigator.serviceWorker.getRegistration();
  for (const { tag } of await worker.getNotifications()) names.push('notification ' + tag);
  if ((await worker.pushManager.getSubscription()) !== null) names.push('push');
  return names.sort();
})()`;
const stored = async (page: Page) => v.parse(v.array(v.string()), await page.evaluate(inventory));
/** Settings of the device, and public data as a visitor sees it. */
const isOfDevice = (name: string) =>
  /^(item (ui-theme|language|storage-asked|unsent-messages|visits-of-visitors)|database (kept-of-visitors|received))$/.test(
    name,
  );

it('leaves in the browser only what was there before the sign-in', async () => {
  const mai = await openPerson(browser, instance.url, [nobodySignedIn, loggedOutMeanwhile], withWorker);
  const { page } = mai;
  await page.goto('/directory');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await workerIsReady(page);
  const before = await stored(page);
  await registerUnseen(mai, 'Mai Sato', 'mai');
  // Each kind of store: messages, a draft, answers, visits, what pushes show, shared content.
  await openWith(mai, 'omar');
  await say(mai, 'a private word');
  await messages(page, 'a private word').getByText('Sent').first().waitFor({ state: 'attached' });
  await page.goto('/omar');
  await page.getByRole('heading', { level: 1, name: 'Omar Haddad' }).waitFor();
  await page.goto('/dashboard/profile');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.evaluate(`(async () => {
    localStorage.setItem('push-shows-text', 'yes');
    await (await caches.open('push-words')).put('/push-words', new Response('{}'));
  })()`);
  await expect
    .poll(
      async () => (await stored(page)).filter((name) => /^database (messages|kept)-of-\d/.test(name)),
      inTime,
    )
    .toHaveLength(2);

  await logout(page);
  await loggedOut(page);
  const fresh = async () =>
    (await stored(page)).filter((name) => !before.includes(name) && !isOfDevice(name));
  await expect.poll(fresh, inTime).toEqual([]);
  expect(await tracesOnDevice(page, ['a private word', 'Mai Sato', 'mai@'])).toEqual([]);
  expect(mai.complaints).toEqual([]);
  await mai.context.close();
});
