import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sampled } from '@pmcw/testing';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { type DevelopedApp, openStyleguide, startDevelopedApp } from './support/styleguide.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

let app: DevelopedApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  [app, browser] = await Promise.all([startDevelopedApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});
async function open(): Promise<void> {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
}

const inTime = { timeout: 60_000, interval: 20 };
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** Toasts on the screen; the region has copies for screen readers. */
const toasts = (title?: string): Locator =>
  page.locator('[data-toasts] > li').filter(title === undefined ? {} : { hasText: title });
const tip = (text: string) => page.getByRole('tooltip', { name: text });

describe('timing of primitives (spec §9)', () => {
  // One page for all, because the development build loads slower than the checks take.
  beforeAll(async () => {
    await open();
    await openStyleguide(page, app.url);
  });
  afterAll(() => context.close());

  it('a toast stays for 5 seconds, and a newer one replaces it', async () => {
    await button('Neutral toast').click();
    await toasts('Neutral toast').waitFor();
    await button('Danger toast').click();
    await toasts('Danger toast').waitFor();
    expect(await toasts().count()).toBe(1);
    await page.clock.runFor(4900);
    expect(await toasts('Danger toast').count()).toBe(1);
    await page.clock.runFor(200);
    await toasts().waitFor({ state: 'detached' });
  });

  it('F8 moves focus to the toasts', async () => {
    await button('Success toast').click();
    await toasts('Success toast').waitFor();
    await page.keyboard.press('F8');
    await page.locator('[data-toasts]:focus').waitFor();
  });

  it('a swipe of 50 pixels to the right dismisses a toast, a shorter one does not', async () => {
    await button('Neutral toast').click();
    const shown = toasts('Neutral toast');
    await shown.waitFor();
    const swipe = async (pixels: number) => {
      const box = await shown.boundingBox();
      if (box === null) throw new Error('There is no toast');
      const [x, y] = [box.x + 40, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + pixels / 2, y);
      await page.mouse.move(x + pixels, y);
      await page.mouse.up();
      // Away from it, because a toast stays while the pointer is over it.
      await page.mouse.move(5, 5);
    };
    await swipe(40);
    await page.clock.runFor(100);
    expect(await shown.count()).toBe(1);
    await swipe(60);
    await page.clock.runFor(100);
    await shown.waitFor({ state: 'detached' });
  });

  it('a tooltip opens after 700 ms, the next one at once, and after 300 ms of pause it waits again', async () => {
    const [first, second] = [button('Tooltip, first'), button('Tooltip, second')];
    await first.hover();
    await page.clock.runFor(650);
    expect(await tip('The first tip').count()).toBe(0);
    await page.clock.runFor(100);
    await tip('The first tip').waitFor({ state: 'attached' });
    // A moving pointer crosses many elements, and a tooltip closes once another is out of its reach.
    let moves = 0;
    const moveOver = (over: (moves: number) => Promise<void>, text: string) => async () => {
      await over(moves);
      moves += 1;
      return tip(text).count();
    };
    const over = (i: number) => second.hover({ position: { x: 8 + ((i * 12) % 96), y: 8 } });
    await expect.poll(moveOver(over, 'The second tip'), inTime).toBe(1);
    const away = (i: number) => page.mouse.move(200 - ((i * 12) % 96), 300);
    await expect.poll(moveOver(away, 'The second tip'), inTime).toBe(0);
    await page.clock.runFor(350);
    await first.hover();
    await page.clock.runFor(100);
    expect(await tip('The first tip').count()).toBe(0);
    await page.clock.runFor(650);
    await tip('The first tip').waitFor({ state: 'attached' });
  });

  it('"copied" is shown for 2 seconds', async () => {
    await button('Copy it').click();
    await button('Copied').waitFor();
    await page.clock.runFor(1900);
    expect(await button('Copied').count()).toBe(1);
    await page.clock.runFor(200);
    await button('Copy it').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('something');
  });

  it('a retry pauses for a second', async () => {
    await button('Retry Loading Messages').click();
    const retrying = button('Retrying...');
    await retrying.waitFor();
    expect(await retrying.isDisabled()).toBe(true);
    await page.clock.runFor(900);
    expect(await retrying.isDisabled()).toBe(true);
    await page.clock.runFor(200);
    expect(await button('Retry Loading Messages').isEnabled()).toBe(true);
  });

  it('an avatar that does not load is replaced by initials after 3 seconds', async () => {
    const face = page.locator('[data-slow-avatar]');
    await face.scrollIntoViewIfNeeded();
    await face.locator('img').waitFor({ state: 'attached' });
    await page.clock.runFor(2900);
    expect(await face.textContent()).toBe('');
    await page.clock.runFor(200);
    await face.getByText('MO').waitFor();
  });
});

const looks = [
  ['dark', 320],
  ['light', 1440],
  ['light', 320],
  ['dark', 1440],
] as const;
describe('every primitive', () => {
  it.each(sampled(looks, 1))('is accessible in the %s theme, and fits %i pixels', async (theme, width) => {
    await open();
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(`localStorage.setItem('ui-theme', '${theme}')`);
    await openStyleguide(page, app.url);
    expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow).toBeLessThanOrEqual(0);
    // With reduced motion, as everywhere in these specs, no animation has a start and an end.
    const moving = await page.evaluate(`[...document.querySelectorAll('body *')].filter((element) => {
      const { transitionDuration, animationDuration, animationIterationCount } = getComputedStyle(element);
      const durations = [transitionDuration, ...(animationIterationCount === 'infinite' ? [] : [animationDuration])];
      return durations.join().split(',').some((seconds) => parseFloat(seconds) > 0.001);
    }).map(({ outerHTML }) => outerHTML.slice(0, 120))`);
    expect(moving).toEqual([]);
    await page.clock.resume();
    await page.evaluate(axeSource);
    const violations = await page.evaluate('axe.run().then((result) => result.violations)');
    expect(violations).toEqual([]);
    await context.close();
  });
});
