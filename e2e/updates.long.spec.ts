import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPerson, withWorker } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, register } from './support/member.ts';
import { copyRelease, type Release } from './support/release.ts';
import { hide, lookForUpdate, workerIsReady, workersAndCaches } from './support/serviceWorker.ts';

/** The server answers 401 to visitors, and sockets end while it restarts; Chromium reports both. */
const expected = [
  /401 \(Unauthorized\)/,
  /WebSocket connection|ERR_CONNECTION|ERR_EMPTY|\b50[0-9]\b|error occurred when fetching the script/,
];
/** A new worker takes over when the old one is idle, which takes long on a busy machine. */
const inTime = { timeout: 90_000, interval: 150 };

const bar = (page: Page) => page.getByText('A new version is ready');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** The page's release; null for the first, and while it is loading. */
const buildOf = (page: Page) =>
  page.evaluate("document.querySelector('meta[name=build]')?.content ?? null").catch(() => null);

let instance: Instance;
let browser: Browser;
let release: Release;
beforeAll(async () => {
  release = await copyRelease();
  [instance, browser] = await Promise.all([
    startInstance('postgres', { settings: { APP_FILES: release.folder } }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
  await release?.remove();
});

/** Loses messages from the page to workers, as if the browser were stopping them, until `window.isHeard`. */
const loseWhatIsSaid = (page: Page) =>
  page.evaluate(`(() => {
    const { postMessage } = ServiceWorker.prototype;
    ServiceWorker.prototype.postMessage = function (message) {
      if (window.isHeard) postMessage.call(this, message);
    };
  })()`);

/** Suppresses idle periods in this page, so that what can wait does not load, until `window.isIdle()`. */
const neverIdle = `
  const { requestIdleCallback } = window;
  const waiting = [];
  window.requestIdleCallback = (callback) => waiting.push(callback);
  window.isIdle = () => {
    Object.assign(window, { requestIdleCallback });
    for (const callback of waiting) requestIdleCallback(callback);
  };`;

/** Switches to another release, as an operator does. */
async function publish(build: string): Promise<void> {
  await release.next(build);
  await instance.stop();
  await instance.start();
}

describe('a new version', () => {
  it('asks in every tab; accepted in one it reloads all, but never over typed text', async () => {
    const lena = await openPerson(browser, instance.url, expected, withWorker);
    const first = lena.page;
    await register(lena, 'Lena Weber', 'lena');
    await workerIsReady(first);
    const writing = await lena.context.newPage();
    await writing.goto('/messages');
    await writing.getByRole('button', { name: /Global Chat/ }).click();
    await composer(writing).fill('half a sentence');
    const unseen = await lena.context.newPage();
    await unseen.goto('/directory');
    await first.goto('/directory');
    const termsBefore = await release.termsFile();

    await publish('second');
    await lookForUpdate(first);
    for (const page of [first, writing, unseen]) await bar(page).waitFor();
    await press(writing, 'Later');
    await expect.poll(() => bar(first).count(), inTime).toBe(0);
    expect(await bar(unseen).count()).toBe(0);

    // Reopened, it asks again.
    await first.reload();
    await bar(first).waitFor();
    expect(await buildOf(first)).toBeNull();
    await hide(unseen);
    await press(first, 'Reload');
    await expect.poll(() => buildOf(first), inTime).toBe('second');
    await expect.poll(() => buildOf(unseen), inTime).toBe('second');

    await bar(writing).waitFor();
    expect(await buildOf(writing)).toBeNull();
    await hide(writing);
    expect(await composer(writing).inputValue()).toBe('half a sentence');
    // The old code requests its own files, and gets them.
    const answer = await lena.context.request.get(`/assets/${termsBefore}`);
    expect(answer.status()).toBe(200);
    await press(writing, 'Reload');
    await expect.poll(() => buildOf(writing), inTime).toBe('second');
    await expect.poll(() => composer(writing).inputValue(), inTime).toBe('half a sentence');
    expect(lena.complaints).toEqual([]);
    await lena.context.close();
  });

  it('asks again if text would be lost', async () => {
    const omar = await openPerson(browser, instance.url, expected, withWorker);
    const { page } = omar;
    await page.goto('/directory');
    await workerIsReady(page);
    await page.addInitScript({ content: neverIdle });
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    // Before the app looks for new versions.
    await page.getByLabel('Full name').fill('Omar');
    await page.evaluate('window.isIdle()');
    await publish('third');
    await lookForUpdate(page);
    await bar(page).waitFor();
    await press(page, 'Reload');
    await page.getByText('You’ll lose what you typed on this page.').waitFor();
    expect(await page.getByLabel('Full name').inputValue()).toBe('Omar');
    await page.clock.install();
    await loseWhatIsSaid(page);
    await press(page, 'Reload anyway');
    await page.locator('[aria-busy=true]', { hasText: 'Reload anyway' }).waitFor();
    // However long it takes: an earlier reload would load the old version, which would ask again.
    await page.clock.fastForward(60_000);
    expect(await buildOf(page)).toBe('second');
    await page.evaluate('window.isHeard = true');
    await page.clock.fastForward(5_000);
    await expect.poll(() => buildOf(page), inTime).toBe('third');
    expect(omar.complaints).toEqual([]);
    await omar.context.close();
  });

  it('is also noticed in a tab that stays open for long', async () => {
    const nora = await openPerson(browser, instance.url, expected, withWorker);
    const { page } = nora;
    await page.goto('/directory');
    await workerIsReady(page);
    await page.reload();
    for (const build of ['fourth', 'fifth', 'sixth']) {
      await publish(build);
      await lookForUpdate(page);
      await bar(page).waitFor();
      if (build !== 'sixth') await press(page, 'Later');
    }
    await press(page, 'Reload');
    await expect.poll(() => buildOf(page), inTime).toBe('sixth');
    expect(nora.complaints).toEqual([]);
    await nora.context.close();
  });
});

it('a release that throws at its start is replaced by the next, with one reload', async () => {
  const { page } = await openPerson(browser, instance.url, [...expected, /broken/], withWorker);
  await page.goto('/directory');
  await workerIsReady(page);
  await page.reload();
  await release.setBroken(true);
  await instance.stop();
  await instance.start();
  await lookForUpdate(page);
  await bar(page).waitFor();
  const threw = page.waitForEvent('pageerror');
  await press(page, 'Reload');
  await threw;
  expect(await page.getByRole('navigation').count()).toBe(0);

  await release.setBroken(false);
  await instance.stop();
  await instance.start();
  await page.reload();
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ timeout: 60_000 });
  await page.context().close();
});

it('a worker that gets the previous release’s page is not installed until its own is there', async () => {
  const mira = await openPerson(browser, instance.url, expected, withWorker);
  const { page } = mira;
  await page.goto('/directory');
  await workerIsReady(page);
  await page.reload();
  await page.getByRole('heading', { name: 'Member Directory' }).waitFor();
  const unseen = await mira.context.newPage();
  await unseen.goto('/directory');
  // The files are there, but the server still serves its first page.
  await release.next('fourth');
  await lookForUpdate(page).catch(() => undefined);
  const states = `navigator.serviceWorker.getRegistration()
    .then(({ installing, waiting }) => [installing, waiting].map((worker) => worker?.state ?? null))`;
  await expect.poll(() => page.evaluate(states), inTime).toEqual([null, null]);
  expect(await bar(page).count()).toBe(0);
  await instance.stop();
  await instance.start();
  await lookForUpdate(page);
  await bar(page).waitFor();
  // The browser does not activate it: the page finally bypasses it, and the other tab follows.
  await hide(unseen);
  await page.clock.install();
  await loseWhatIsSaid(page);
  await press(page, 'Reload');
  const later = async () => {
    await page.clock.fastForward(3_000).catch(() => undefined);
    return buildOf(page);
  };
  await expect.poll(later, inTime).toBe('fourth');
  await expect.poll(() => buildOf(unseen), inTime).toBe('fourth');
  expect(mira.complaints).toEqual([]);
  await mira.context.close();
});

it('a missing part of the app reloads the page once, and is then an error', async () => {
  const context = await browser.newContext({ baseURL: instance.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route('**/assets/TermsScreen-*', (route) =>
    route.fulfill({ status: 404, contentType: 'application/problem+json', body: '' }),
  );
  await page.goto('/');
  await page.getByRole('link', { name: /Terms/ }).first().click();
  await page.getByRole('heading', { name: 'Application Error' }).waitFor();
  expect(loads).toBe(2);
  // It was a release: the missing part is there again.
  await page.unroute('**/assets/TermsScreen-*');
  await page.getByRole('button', { name: 'Reload Page' }).click();
  await page.getByRole('heading', { name: 'Terms of Service' }).waitFor();
  await context.close();
});

it('SERVICE_WORKER=off removes worker and caches from the browser, never over typed text, and switching back restores them', async () => {
  const ravi = await openPerson(browser, instance.url, expected, withWorker);
  const { page } = ravi;
  const rest = () => workersAndCaches(page);
  await page.goto('/auth');
  await workerIsReady(page);
  await page.goto('/auth');
  expect(await rest()).toEqual({ workers: 1, caches: 1 });
  await instance.stop();
  await instance.start({ SERVICE_WORKER: 'off' });
  // The next visit, which the worker still answers, removes it.
  await page.goto('/auth');
  await page.getByLabel('Username').fill('ravi');
  await expect.poll(rest, inTime).toEqual({ workers: 0, caches: 0 });
  expect(await page.getByLabel('Username').inputValue()).toBe('ravi');
  await page.goto('/directory');
  await expect.poll(rest, inTime).toEqual({ workers: 0, caches: 0 });
  await instance.stop();
  await instance.start();
  await page.goto('/directory');
  await expect.poll(rest, inTime).toEqual({ workers: 1, caches: 1 });
  expect(ravi.complaints).toEqual([]);
  await ravi.context.close();
});
