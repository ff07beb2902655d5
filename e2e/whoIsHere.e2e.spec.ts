import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, openPerson, type Person, withWorker } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { login, loginUnseen, password, registerUnseen } from './support/member.ts';
import { workerIsReady } from './support/serviceWorker.ts';

/** The app discovers an ended session by asking; Chromium reports that 401. */
const ended = /401 \(Unauthorized\)/;
const offline = /ERR_INTERNET_DISCONNECTED|WebSocket connection/;

/** Counts the app's requests for the session. */
function countQuestions(context: BrowserContext): () => number {
  let asked = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/user') asked += 1;
  });
  return () => asked;
}

/** Length of a 32-byte digest in a cookie. */
const sessionId = expect.stringMatching(/^[\w-]{43}$/);
const hintOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'signed-in');
/** The first screen is complete, and so are its requests. */
const isWhole = (page: Page) =>
  expect
    .poll(() => page.evaluate(`performance.getEntriesByName('later').length > 0`), { timeout: 60_000 })
    .toBe(true);
const isMember = (page: Page) => page.getByRole('link', { name: 'My Profile' }).waitFor();
const isVisitor = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }).waitFor();

describe('the session request (docs/decisions/http-signed-in-hint.md)', () => {
  let instance: Instance;
  let browser: Browser;
  let person: Person;
  let asked: () => number;
  beforeAll(async () => {
    [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
    const lena = await openPerson(browser, instance.url);
    await registerUnseen(lena, 'Lena Weber', 'lena');
    expect(lena.complaints).toEqual([]);
    await lena.context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await instance?.remove();
  });
  beforeEach(async () => {
    person = await openPerson(browser, instance.url, [ended, offline]);
    asked = countQuestions(person.context);
  });
  afterEach(async () => {
    expect(person.complaints).toEqual([]);
    await person.context.close();
  });

  /** Ends the session of a browser without its noticing. */
  async function endElsewhere(context: BrowserContext): Promise<void> {
    const session = (await context.cookies()).find(({ name }) => name === 'session');
    const headers = { origin: instance.url, cookie: `session=${session?.value}` };
    const left = await fetch(`${instance.url}/api/logout`, { method: 'POST', headers });
    expect(left.status).toBe(204);
  }

  it('a visitor’s app does not ask, and has no complaints', async () => {
    const visitor = await openPerson(browser, instance.url);
    const askedHere = countQuestions(visitor.context);
    for (const path of ['/', '/directory', '/lena', '/messages', '/auth']) {
      await visitor.page.goto(path);
      await isVisitor(visitor.page);
      await isWhole(visitor.page);
    }
    expect(askedHere()).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });

  it('a member’s app does, until they sign out', async () => {
    const { page, context } = person;
    await login(person, 'lena');
    expect(await hintOf(context)).toMatchObject({ value: sessionId, httpOnly: false, sameSite: 'Lax' });
    await page.goto('/');
    await isMember(page);
    await isWhole(page);
    expect(asked()).toBe(1);
    await page.getByRole('button', { name: 'Logout' }).click();
    await isVisitor(page);
    expect(await hintOf(context)).toBeUndefined();
    const before = asked();
    await page.goto('/directory');
    await isVisitor(page);
    await isWhole(page);
    expect(asked()).toBe(before);
  });

  it('a window that did not ask notices a sign-in in another window', async () => {
    const first = person.page;
    await first.goto('/');
    await isVisitor(first);
    await login({ ...person, page: await person.context.newPage() }, 'lena');
    await isMember(first);
  });

  it('an ended session is asked for once, and then forgotten', async () => {
    const { page, context } = person;
    await loginUnseen(person, 'lena');
    await endElsewhere(context);
    await page.goto('/');
    await isVisitor(page);
    await expect.poll(() => hintOf(context)).toBeUndefined();
    const before = asked();
    await page.goto('/directory');
    await isVisitor(page);
    await isWhole(page);
    expect(asked()).toBe(before);
  });

  it('the end of an older session, noticed after a new sign-in, changes nothing', async () => {
    const { page, context } = person;
    await loginUnseen(person, 'lena');
    await endElsewhere(context);
    const origin = { origin: instance.url };
    const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`);
    const signInMeanwhile = async (route: Route) => {
      const late = await fetch(`${instance.url}/api/user`, { headers: { cookie: cookies.join('; ') } });
      const data = { username: 'lena', password };
      expect((await context.request.post('/api/login', { data, headers: origin })).status()).toBe(200);
      const headers = Object.fromEntries(late.headers);
      await route.fulfill({ status: late.status, headers, body: await late.text() });
    };
    await page.route('**/api/user', signInMeanwhile, { times: 1 });
    const isTold = page.waitForResponse((answer) => answer.status() === 401);
    await page.goto('/');
    await isTold;
    await isWhole(page);
    await isMember(page);
    await page.reload();
    await isWhole(page);
    await isMember(page);
  });

  it('a member whose hint is lost stays signed in, and gets it again', async () => {
    const { page, context } = person;
    await login(person, 'lena');
    await context.clearCookies({ name: 'signed-in' });
    await page.goto('/');
    await isMember(page);
    await expect.poll(() => hintOf(context)).toMatchObject({ value: sessionId });
  });

  it('a member whose storage was cleared stays signed in', async () => {
    const { page } = person;
    await login(person, 'lena');
    await page.evaluate('localStorage.clear()');
    await page.goto('/directory');
    await isMember(page);
  });

  it('opened without a network, a member stays signed in', async () => {
    const other = await openPerson(browser, instance.url, [ended, offline], withWorker);
    const { page, context } = other;
    await login(other, 'lena');
    await workerIsReady(page);
    await page.reload();
    await isMember(page);
    await context.setOffline(true);
    await page.goto('/');
    await isMember(page);
    await context.setOffline(false);
    expect(other.complaints).toEqual([]);
    await context.close();
  });
});
