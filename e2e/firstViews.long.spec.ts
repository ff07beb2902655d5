import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, askAs, signInAdmin, signUp } from './support/accounts.ts';
import { launchBrowser, openPerson } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { layoutShiftOf, watchLayoutShifts } from './support/layoutShifts.ts';
import { gate } from './support/offlineWorld.ts';

const inTime = { timeout: 60_000, interval: 150 };
const bio = `I say <b>who</b> I am & what I do.\n${'A life has more than one line, as has this. '.repeat(3).trim()}`;

let instance: Instance;
let browser: Browser;
let ada: Account;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  const [admin, member] = await Promise.all([
    signInAdmin(instance.url, instance.adminPassword),
    signUp(instance.url, 'Ada <Lovelace>'),
  ]);
  ada = member;
  await askAs(instance.url, ada, 'PATCH', '/api/user/profile', { bio });
  await askAs(instance.url, admin, 'PATCH', `/api/admin/users/${ada.id}/authorize`, { isAuthorized: true });
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

/** Opens a page whose app is held back until released. */
async function openHeldBack(path: string, options: BrowserContextOptions) {
  const person = await openPerson(browser, instance.url, [], options);
  await watchLayoutShifts(person.context);
  const { promise: released, release } = gate();
  await person.page.route(/\/assets\/start-.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await person.page.goto(path, { waitUntil: 'commit' });
  return { ...person, release };
}

/** The style sheets of the page are loaded. */
const isStyled = `document.styleSheets.length > 0 &&
  [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet !== null)`;

const linesSchema = v.array(v.tuple([v.string(), v.number(), v.number(), v.number(), v.number()]));

/** Each visible heading and paragraph in a part of the page, and its box: left, top, width, height. */
const linesOf = async (page: Page, part: string) =>
  v.parse(
    linesSchema,
    await page.evaluate(`[...document.querySelectorAll('${part} :is(h1, p, h1 ~ div > span)')]
      .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }) && element.textContent !== '')
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.textContent, ...[x, y, width, height].map(Math.round)];
      })`),
  );

const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 860 },
];
const screens = ['/', '/directory', 'a profile'] as const;

it.each(sizes.flatMap((viewport) => screens.map((screen) => ({ screen, viewport, ...viewport }))))(
  'the first view of $screen at $width px stays in place when the app is there',
  async ({ screen, viewport }) => {
    const path = screen === 'a profile' ? `/${ada.username}` : screen;
    const { context, page, release, complaints } = await openHeldBack(path, { viewport });
    await page.locator('#first-view h1').waitFor();
    // Lines move until the style sheet is loaded.
    await expect.poll(() => page.evaluate(isStyled), inTime).toBe(true);
    await page.evaluate(`document.fonts.load('16px "Inter Variable"').then(({ length }) => length)`);
    const before = await linesOf(page, '#first-view');
    const texts = before.map(([text]) => text);
    if (screen === 'a profile') expect(texts).toEqual(expect.arrayContaining([bio, `@${ada.username}`]));
    expect(await page.locator('#first-view').getAttribute('inert')).toBe('');

    // Earlier shifts come from fonts.
    const { value: movedBefore } = await layoutShiftOf(page);
    release();
    await page.locator('#first-view').waitFor({ state: 'detached' });
    expect(await linesOf(page, '#main')).toEqual(expect.arrayContaining(before));
    await expect.poll(() => page.evaluate("performance.getEntriesByName('later').length"), inTime).toBe(1);
    expect(await linesOf(page, '#main')).toEqual(expect.arrayContaining(before));
    expect(await layoutShiftOf(page)).toEqual({
      value: expect.toSatisfy((value) => value - movedBefore < 0.02),
      moved: expect.anything(),
    });
    expect(complaints).toEqual([]);
    await context.close();
  },
);

it('is not shown if the app will use another language', async () => {
  const { context, page, release } = await openHeldBack('/', { locale: 'de-AT' });
  await page.locator('#first-view').waitFor({ state: 'attached' });
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0);
  expect(await linesOf(page, '#first-view')).toEqual([]);
  release();
  await page.getByRole('heading', { level: 1, name: /Krypto/ }).waitFor();
  const featured = page.getByRole('main').getByRole('link', { name: /Lovelace/ });
  expect(await featured.getAttribute('href')).toBe(`/${ada.username}`);
  await context.close();
});

it('is not waited for in a hidden tab, which paints nothing', async () => {
  const { context, page, release } = await openHeldBack('/', {});
  await context.addInitScript('requestAnimationFrame = () => 0');
  release();
  const app = page.waitForRequest(/\/assets\/start-.*\.js$/);
  await page.goto('/directory', { waitUntil: 'commit' });
  await app;
  await context.close();
});

it.each(['/', '/auth'])('%s shows only a notice in an older browser', async (path) => {
  const { context, page } = await openPerson(browser, instance.url, [], {
    viewport: { width: 320, height: 568 },
  });
  await context.addInitScript('delete CSS.registerProperty');
  await page.goto(path);
  const notice = page.getByText('This browser is too old for this app.');
  await notice.waitFor();
  await page.getByText('Dieser Browser ist zu alt für diese App.').waitFor();
  expect(await page.locator('body').ariaSnapshot()).not.toMatch(/link|button|heading/);
  expect(await page.locator('#root, #first-view').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  await context.close();
});
