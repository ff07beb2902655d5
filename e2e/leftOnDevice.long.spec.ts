import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person, withWorker } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { messageDatabases } from './support/keptOnDevice.ts';
import { composer, loggedOutMeanwhile, messages, registerUnseen, say } from './support/member.ts';

/** A visitor's app asks for the session; Chromium reports every 401. */
const nobodySignedIn = /401 \(Unauthorized\).*\/api\/user\)/;
const inTime = { timeout: 60_000, interval: 150 };

let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  const omar = await openPerson(browser, instance.url, [nobodySignedIn]);
  await registerUnseen(omar, 'Omar Haddad', 'omar');
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

const logout = (page: Page) => page.getByRole('button', { name: 'Logout' }).click();
const loggedOut = (page: Page) => page.getByRole('link', { name: 'Login', exact: true }).waitFor();
const openWith = async ({ page }: Person, username: string) => {
  await page.goto(`/messages?user=${username}`);
  await composer(page).waitFor();
};

/** Makes the browser refuse to open databases until `localStorage` has "repaired". */
const refuseDatabases = `if (localStorage.getItem('repaired') === null && localStorage.getItem('broken') !== null)
  IDBFactory.prototype.open = () => { throw new DOMException('Refused', 'SecurityError'); };`;

it('removes what earlier visits stored although the database could not be opened, and says so', async () => {
  const refusals = [
    nobodySignedIn,
    loggedOutMeanwhile,
    /This browser keeps no messages|SecurityError: Refused|could not be removed|failed/,
  ];
  const jin = await openPerson(browser, instance.url, refusals);
  const { page } = jin;
  await jin.context.addInitScript(refuseDatabases);
  await registerUnseen(jin, 'Jin Park', 'jin');
  await openWith(jin, 'omar');
  await say(jin, 'from an earlier visit');
  await messages(page, 'from an earlier visit').getByText('Sent').first().waitFor({ state: 'attached' });
  await page.evaluate("localStorage.setItem('broken', 'yes')");
  // The deletion fails with it.
  await jin.context.addInitScript(`if (localStorage.getItem('repaired') === null && localStorage.getItem('broken') !== null)
    IDBFactory.prototype.deleteDatabase = () => { throw new DOMException('Refused', 'SecurityError'); };`);
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'This browser does not save anything.' }).waitFor();
  await logout(page);
  const notRemoved = page.getByRole('dialog', { name: 'Not everything was removed' });
  await notRemoved.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await notRemoved.getByRole('button', { name: 'Try again' }).click();
  await notRemoved.getByRole('button', { name: 'Close' }).click();
  await notRemoved.waitFor({ state: 'detached' });
  expect(await messageDatabases(page)).toHaveLength(1);
  await page.reload();
  await loggedOut(page);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('banner').getByRole('status').getByRole('link').count()).toBe(0);

  await page.evaluate("localStorage.setItem('repaired', 'yes')");
  await page.reload();
  await expect.poll(() => messageDatabases(page), inTime).toEqual([]);
  expect(await page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('leaving'))")).toEqual(
    [],
  );
  expect(jin.complaints).toEqual([]);
  await jin.context.close();
});

it('leaves no content although a frozen tab holds the database open', async () => {
  const tom = await openPerson(browser, instance.url, [nobodySignedIn, /could not be removed/]);
  const { page } = tom;
  await registerUnseen(tom, 'Tom Berg', 'tom');
  await openWith(tom, 'omar');
  await say(tom, 'seen in two tabs');
  await messages(page, 'seen in two tabs').getByText('Sent').first().waitFor({ state: 'attached' });
  const frozen = await tom.context.newPage();
  // As a frozen tab, it reacts to nothing.
  await frozen.goto('/terms');
  const [name] = await messageDatabases(page);
  await frozen.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open(${JSON.stringify(name)});
    opening.onsuccess = () => { held = opening.result; resolve(null); };
  })`);
  await logout(page);
  await loggedOut(page);
  await expect
    .poll(
      async () => JSON.stringify(await page.evaluate(`(async () => JSON.stringify(localStorage))()`)),
      inTime,
    )
    .toContain('leaving');
  const content = () =>
    frozen.evaluate(`new Promise((resolve) => {
    const reading = held.transaction('messages').objectStore('messages').count();
    reading.onsuccess = () => resolve(reading.result);
  })`);
  await expect.poll(content, inTime).toBe(0);
  await page.getByRole('dialog', { name: 'Not everything was removed' }).waitFor();
  await frozen.close();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => messageDatabases(page), inTime).toEqual([]);
  await tom.context.close();
});

/** Delays the first opening of a member's messages until `release` is called. */
const holdFirstOpening = `{
  const { open } = IDBFactory.prototype;
  const once = 'held';
  IDBFactory.prototype.open = function (...args) {
    if (!args[0].startsWith('messages-of-') || sessionStorage.getItem(once) !== null) return open.apply(this, args);
    sessionStorage.setItem(once, 'yes');
    const held = {};
    release = () => {
      const request = open.apply(this, args);
      for (const name of ['result', 'transaction', 'error'])
        Object.defineProperty(held, name, { get: () => request[name] });
      for (const type of ['onupgradeneeded', 'onblocked', 'onerror', 'onsuccess']) request[type] = held[type];
      return new Promise((resolve) => request.addEventListener('success', () => resolve(null)));
    };
    return held;
  };
}`;

it('leaves no database that was still opening during the logout', async () => {
  const nia = await openPerson(browser, instance.url, [loggedOutMeanwhile]);
  const { page } = nia;
  await nia.context.addInitScript(holdFirstOpening);
  await registerUnseen(nia, 'Nia Roberts', 'nia');
  await page.goto('/dashboard/profile');
  await expect.poll(() => page.evaluate('typeof release'), inTime).toBe('function');
  await logout(page);
  await loggedOut(page);
  await expect.poll(() => messageDatabases(page), inTime).toEqual([]);
  await page.evaluate('release()');
  await expect.poll(() => messageDatabases(page), inTime).toEqual([]);
  expect(nia.complaints).toEqual([]);
  await nia.context.close();
});

it('clears the device at the next visit if the tab was closed too early', async () => {
  const kofi = await openPerson(browser, instance.url, [nobodySignedIn], withWorker);
  const { page } = kofi;
  await registerUnseen(kofi, 'Kofi Mensah', 'kofi');
  await openWith(kofi, 'omar');
  await say(kofi, 'on this device');
  await messages(page, 'on this device').getByText('Sent').first().waitFor({ state: 'attached' });
  const member = await (await page.request.get('/api/user')).json();
  await page.goto('about:blank');
  await kofi.context.clearCookies();
  // As left by the closed tab.
  const left = { id: member.id, createdAt: member.createdAt, keepsUnsent: false };
  await page.addInitScript(`if (sessionStorage.getItem('left') === null) {
    sessionStorage.setItem('left', 'yes');
    localStorage.removeItem('session-user');
    localStorage.setItem('leaving', ${JSON.stringify(JSON.stringify(left))});
  }`);
  await page.goto('/terms');
  await expect.poll(() => messageDatabases(page), inTime).toEqual([]);
  expect(await page.evaluate("localStorage.getItem('leaving')")).toBeNull();
  expect(kofi.complaints).toEqual([]);
  await kofi.context.close();
});
