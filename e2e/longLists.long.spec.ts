import { sessionUserSchema } from '@pmcw/contracts';
import type { Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { accept } from './support/conversations.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { fillList, fillThread } from './support/longLists.ts';
import { composer, messages, register, say } from './support/member.ts';

const nobodySignedIn = /401 \(Unauthorized\).*\/api\/user\)/;
/** Members that exist only on this device. */
const unknownMember = /404 \(Not Found\).*\/api\/messages\/\d+\)/;
const inTime = { timeout: 15_000, interval: 50 };
/** Most messages in the page (`windowMax`), and most conversations. */
const messagesMax = 180;
const conversationsMax = 45;
const threadLength = 10_000;
const listLength = 500;

let instance: Instance;
let browser: Browser;
let lena: Person;
let omar: Person;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  [lena, omar] = await Promise.all([
    openPerson(browser, instance.url, [nobodySignedIn, unknownMember]),
    openPerson(browser, instance.url, [nobodySignedIn]),
  ]);
  await Promise.all([register(lena, 'Lena Weber', 'lena'), register(omar, 'Omar Haddad', 'omar')]);
  await accept(lena, 'omar');
  await omar.page.goto('/messages?user=lena');
  await say(omar, 'The newest of all');
  await lena.page.goto('/messages?user=omar');
  await messages(lena.page, 'The newest of all').waitFor();
  await fillThread(lena.page, await idOf(omar), await idOf(lena), threadLength);
  await fillList(lena.page, listLength);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

const idOf = async ({ page }: Person): Promise<number> =>
  v.parse(sessionUserSchema, await (await page.request.get('/api/user')).json()).id;

const rows = (page: Page) => page.locator('[data-message]');
const conversations = (page: Page) => page.locator('#conversations-list li');

/** Messages in the page of the thread by line number, and whether they are consecutive. */
const linesSchema = v.object({
  first: v.number(),
  last: v.number(),
  isUnbroken: v.boolean(),
  count: v.number(),
});
async function lines(page: Page) {
  const read = `(() => {
    const numbers = [...document.querySelectorAll('[data-message^=line-]')].map((row) => Number(row.dataset.message.slice(5)));
    return {
      first: numbers[0] ?? -1, last: numbers.at(-1) ?? -1,
      isUnbroken: numbers.every((n, i) => i === 0 || n === numbers[i - 1] + 1),
      count: document.querySelectorAll('[data-message]').length,
    };
  })()`;
  return v.parse(linesSchema, await page.evaluate(read));
}

/**
 * Scrolls by pixels at once; returns how far the visible messages are from their expected places after others were
 * loaded.
 */
async function jumpAfter(page: Page, by: number): Promise<number> {
  const script = `new Promise((resolve) => {
    const scroller = document.querySelector('.thread-scroller');
    const rows = () => [...scroller.querySelectorAll('[data-message]')];
    const ends = () => rows()[0].dataset.message + rows().at(-1).dataset.message;
    scroller.scrollTop += ${by};
    const view = scroller.getBoundingClientRect();
    const seen = rows().find((row) => row.getBoundingClientRect().top >= view.top);
    const [top, before] = [seen.getBoundingClientRect().top, ends()];
    let worst = 0, quiet = 0;
    const look = () => {
      worst = Math.max(worst, seen.isConnected ? Math.abs(seen.getBoundingClientRect().top - top) : Infinity);
      quiet = ends() === before && quiet < 15 ? quiet + 1 : quiet + 3;
      if (quiet > 24) resolve(worst);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`;
  return v.parse(v.number(), await page.evaluate(script));
}

it('a thread of ten thousand messages has few of them in the page, and nothing jumps while others load', async () => {
  const { page } = lena;
  await page.reload();
  await messages(page, 'The newest of all').waitFor();
  await expect.poll(() => rows(page).count(), inTime).toBeLessThanOrEqual(messagesMax);
  expect((await lines(page)).isUnbroken).toBe(true);

  for (let i = 0; i < 30; i += 1) expect(await jumpAfter(page, -1500)).toBeLessThan(1);
  const far = await lines(page);
  expect(far).toMatchObject({ isUnbroken: true, count: messagesMax });
  expect(far.last).toBeLessThan(threadLength - 300);

  for (let i = 0; i < 12; i += 1) expect(await jumpAfter(page, 1500)).toBeLessThan(1);
  const nearer = await lines(page);
  expect(nearer).toMatchObject({ isUnbroken: true, count: messagesMax });
  expect(nearer.last).toBeGreaterThan(far.last + 100);

  // A new message is announced, and moves nothing.
  await say(omar, 'While she reads what was');
  const log = page.getByRole('log');
  await log.getByText('While she reads what was').waitFor();
  expect(await jumpAfter(page, -1)).toBeLessThan(1);
  expect(await lines(page)).toEqual(nearer);

  await page.getByRole('button', { name: '1 new' }).click();
  await messages(page, 'While she reads what was').waitFor();
  await expect.poll(() => scrollTop(page), inTime).toBe(0);
  expect((await lines(page)).last).toBe(threadLength - 1);
});

const scrollTop = (page: Page) => page.evaluate("document.querySelector('.thread-scroller').scrollTop");

it('a turning wheel scrolls exactly as far as it should while messages load', async () => {
  const { page } = lena;
  await page.locator('.thread-scroller').hover();
  // In quick succession, as by hand: each before the previous scroll has ended.
  for (let i = 1; i <= 60; i += 1) await page.mouse.wheel(0, -300);
  await expect.poll(() => scrollTop(page), inTime).toBe(-18_000);
  expect((await lines(page)).last).toBeLessThan(threadLength - 1);
  for (let i = 1; i <= 60; i += 1) await page.mouse.wheel(0, 300);
  await expect.poll(() => scrollTop(page), inTime).toBe(0);
  expect((await lines(page)).last).toBe(threadLength - 1);
});

it('the keyboard moves through the whole thread, jumps to its end, and focus is never lost', async () => {
  const { page } = lena;
  const focused = () =>
    page.evaluate('document.activeElement.dataset.message ?? document.activeElement.className');
  await page.locator('.thread-scroller').focus();
  const goUp = async () => {
    await page.keyboard.press('ArrowUp');
    return focused();
  };
  await expect.poll(goUp, { timeout: 60_000, interval: 1 }).toBe(`line-${threadLength - 250}`);
  expect((await lines(page)).count).toBeLessThanOrEqual(messagesMax);

  // The focused message leaves the page, and focus moves to the thread.
  for (let i = 0; i < 6; i += 1) await jumpAfter(page, -4000);
  await expect.poll(focused, inTime).toContain('thread-scroller');
  await page.keyboard.press('End');
  await expect.poll(() => scrollTop(page), inTime).toBe(0);
  await messages(page, 'While she reads what was').waitFor();

  // Writing jumps to the newest message from anywhere.
  for (let i = 0; i < 6; i += 1) await jumpAfter(page, -4000);
  await say(lena, 'From far away');
  await messages(page, 'From far away').waitFor();
  await expect.poll(() => scrollTop(page), inTime).toBe(0);
});

/** Only the list: an open conversation is in the previous page. */
async function openList(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.goto('/messages');
  await page.getByRole('button', { name: /Global Chat/ }).waitFor();
}

it('a list of five hundred conversations has few of them in the page, by pointer and keyboard', async () => {
  const { page } = lena;
  await openList(page);
  expect(await conversations(page).count()).toBeLessThanOrEqual(conversationsMax);
  expect(await conversations(page).first().getAttribute('aria-setsize')).toBe(String(listLength + 2));
  // Badges are too narrow for more than two digits.
  await page.getByRole('button', { name: /^Somebody 499.*99\+ unread$/ }).waitFor();
  await page
    .getByRole('link', { name: /^Messages ?, 120 unread$/ })
    .filter({ hasText: /^99\+/ })
    .waitFor();

  await page.getByRole('button', { name: /Global Chat/ }).focus();
  for (let i = 0; i < 100; i += 1) await page.keyboard.press('ArrowDown');
  const focused = page.locator('#conversations-list button:focus');
  const name = /Somebody 401/;
  await expect.poll(() => focused.textContent(), inTime).toMatch(name);
  expect(await conversations(page).count()).toBeLessThanOrEqual(conversationsMax);
  await page.keyboard.press('End');
  await expect.poll(() => focused.textContent(), inTime).toMatch(/Somebody 0/);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focused.textContent(), inTime).toMatch(/Somebody 1/);
  expect(await conversations(page).count()).toBeLessThanOrEqual(conversationsMax);
  await page.keyboard.press('Enter');
  await composer(page).waitFor();
  expect(lena.complaints).toEqual([]);
});

it('on a phone, going back to a long list keeps its place', async () => {
  const { page } = lena;
  await page.setViewportSize({ width: 390, height: 844 });
  await openList(page);
  await page.getByRole('button', { name: /Global Chat/ }).focus();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: /Somebody 0/ }).click();
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  const focused = page.locator('#conversations-list button:focus');
  await expect.poll(() => focused.textContent(), inTime).toMatch(/Somebody 0/);
  await expect.poll(() => focused.isVisible(), inTime).toBe(true);
});
