import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wcagViolations } from './support/axe.ts';
import { launchBrowser, openPerson } from './support/browser.ts';
import { accept } from './support/conversations.ts';
import { fail, failedOnPurpose, hinder } from './support/hindrances.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, messages, register, say, untilLive } from './support/member.ts';

const inTime = { timeout: 60_000, interval: 150 };

let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

const region = (page: Page) => page.getByRole('region', { name: /^Notifications \(F8\)/ });
const toast = (page: Page) => page.locator('[data-toasts] > li');
/**
 * Waits for a permanent toast: while the window is inactive its five seconds don't pass, which helps on a busy machine.
 */
async function lastingToast(page: Page): Promise<void> {
  await toast(page).waitFor();
  await page.evaluate("dispatchEvent(new Event('blur'))");
}

it('while a dialog is open, toasts stay accessible to keyboard, pointer and screen reader', async () => {
  const more = { permissions: ['clipboard-write'] };
  const { page, context, complaints } = await openPerson(browser, instance.url, [], more);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  await lastingToast(page);
  // By role: hidden or inert elements have none.
  await region(page).waitFor({ state: 'attached' });
  expect(await wcagViolations(page)).toEqual([]);

  await page.keyboard.press('F8');
  await page.locator('[data-toasts]:focus').waitFor({ state: 'attached' });
  const dismiss = region(page).getByRole('button', { name: 'Dismiss' });
  for (let stops = 0; stops < 4 && (await dismiss.and(page.locator(':focus')).count()) === 0; stops += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => toast(page).count(), inTime).toBe(0);
  expect(await dialog.isVisible()).toBe(true);

  // A toast from before the dialog.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  await lastingToast(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dismiss.click();
  await expect.poll(() => toast(page).count(), inTime).toBe(0);
  expect(await dialog.isVisible()).toBe(true);

  // On a phone, where the dialog is at the bottom edge.
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  await lastingToast(page);
  for (const button of await dialog.getByRole('button').all()) {
    expect(await overlap(toast(page), button)).toBe(false);
  }
  await dismiss.click();
  // Focus returns to the dialog, and stays.
  await dialog.getByRole('button', { name: 'Copy Link' }).focus();
  for (let stops = 0; stops < 20; stops += 1) await page.keyboard.press('Tab');
  expect(await dialog.locator(':focus').count()).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

it('does not cover the bar with the action that it mentions', async () => {
  const [lena, omar] = await Promise.all([
    openPerson(browser, instance.url, [failedOnPurpose], {
      viewport: { width: 390, height: 844 },
    }),
    openPerson(browser, instance.url),
  ]);
  await Promise.all([register(lena, 'Lena Weber', 'lena'), register(omar, 'Omar Haddad', 'omar')]);
  await accept(lena, 'omar');
  await omar.page.goto('/messages?user=lena');
  await composer(omar.page).waitFor();
  await say(omar, 'One');
  await lena.page.goto('/messages');
  const { page } = lena;
  await page.getByRole('button', { name: /Omar/ }).waitFor();
  await hinder(page, fail(/^\/api\/messages\/\d+$/));
  await page.getByRole('button', { name: /Omar/ }).click();
  await messages(page, 'One').waitFor();
  const retry = page.getByRole('button', { name: 'Retry Loading Messages' });
  await lastingToast(page);
  await retry.waitFor();
  expect(await overlap(toast(page), retry)).toBe(false);
  // Messages about the thread cover none of it, even when scrolled up.
  expect(await overlap(retry, messages(page, 'One'))).toBe(false);
  await Promise.all([lena.context.close(), omar.context.close()]);
});

it('names and messages of others reverse and cover no other text', async () => {
  const [sara, noor] = await Promise.all([
    openPerson(browser, instance.url),
    openPerson(browser, instance.url, [], { viewport: { width: 390, height: 844 } }),
  ]);
  await Promise.all([register(sara, 'שרה לוי', 'sara'), register(noor, 'Noor', 'noor')]);
  await accept(noor, 'sara');
  await sara.page.goto('/messages?user=noor');
  const field = composer(sara.page);
  await field.fill('\u200b\u3164\u2800\u202e');
  expect(await sara.page.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true);
  await field.fill('שלום, מה שלומך? 123');
  expect(await sara.page.evaluate(direction('textarea'))).toBe('rtl');
  await Promise.all([untilLive(noor.page), noor.page.goto('/directory')]);
  await field.press('Enter');
  await expect
    .poll(() => toast(noor.page).textContent(), inTime)
    .toContain('\u2068שרה לוי\u2069: \u2068שלום, מה שלומך? 123\u2069');

  await say(sara, `https://good.example/\u202ekcart ${'a\u0301'.repeat(3)}Z${'\u0301'.repeat(40)}`);
  await noor.page.goto('/messages?user=sara');
  await messages(noor.page, 'שלום').waitFor();
  expect(await noor.page.evaluate(direction('.message-text'))).toBe('rtl');
  expect(await noor.page.evaluate(wordsUnderTime)).toBe(false);
  const marked = messages(noor.page, 'good.example');
  expect(await marked.getByRole('link').getAttribute('href')).toBe('https://good.example/kcart');
  expect(await marked.locator('.message-text').textContent()).toMatch(/Z\u0301{4}$/);
  expect([...sara.complaints, ...noor.complaints]).toEqual([]);
  await Promise.all([sara.context.close(), noor.context.close()]);
});

/** The text direction of an element. */
const direction = (selector: string) => `getComputedStyle(document.querySelector('${selector}')).direction`;

/** Whether text of the first message overlaps its time. */
const wordsUnderTime = `(() => {
  const message = document.querySelector('[data-message]');
  const words = document.createRange();
  words.selectNodeContents(message.querySelector('.message-text').firstChild);
  const time = message.querySelector('time').getBoundingClientRect();
  return [...words.getClientRects()].some(({ left, right, top, bottom }) =>
    left < time.right && time.left < right && top < time.bottom && time.top < bottom);
})()`;

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (a === null || b === null) throw new Error('It is not on the screen');
  return a.y < b.y + b.height && b.y < a.y + a.height && a.x < b.x + b.width && b.x < a.x + a.width;
}
