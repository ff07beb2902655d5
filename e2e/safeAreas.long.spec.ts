import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPerson } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, registerUnseen } from './support/member.ts';

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

/** Devices with unsafe areas at the edges of their screens: insets of notch, status bar and home bar, in CSS pixels. */
const devices = [
  { width: 390, height: 844, insets: { top: 47, right: 0, bottom: 34, left: 0 } },
  { width: 844, height: 390, insets: { top: 0, right: 47, bottom: 21, left: 47 } },
  { width: 820, height: 1180, insets: { top: 24, right: 0, bottom: 20, left: 0 } },
];

/** Parts of the installed app in the device's unsafe areas, or under the app's own bars. */
const covered = (page: Page, { width, height, insets }: (typeof devices)[number]) =>
  page.evaluate<string[]>(`(() => {
    const boxes = (where) => [...document.querySelectorAll(where)]
      .map((element) => [element, element.getBoundingClientRect(), getComputedStyle(element)])
      .filter(([, { width, height }]) => width > 1 && height > 1)
      .map(([{ textContent, id }, { top, right, bottom, left }, { paddingLeft, paddingRight }]) => [
        textContent || id || where,
        { top, bottom, left: left + parseFloat(paddingLeft), right: right - parseFloat(paddingRight) },
      ]);
    const { bottom } = document.querySelector('#root > header').getBoundingClientRect();
    const below = boxes('main :is(a, button, h1, textarea, [data-thread-open])').filter(([, box]) => box.top < bottom);
    const bars = boxes(':is(#root > header, #root > nav, [data-thread-open] form) :is(a, li, button, textarea)').filter(
      ([, box]) => box.top < ${insets.top} || box.bottom > ${height - insets.bottom});
    const sides = boxes('#root :is(a, button, h1, p, textarea)').filter(
      ([, box]) => box.left < ${insets.left} || box.right > ${width - insets.right});
    return [...below, ...bars, ...sides].map(([name]) => name);
  })()`);

/** A phone has room for a thread or for the app's bars, upright or sideways. */
async function leadsBackFromThread(page: Page): Promise<void> {
  const bars = page.locator('#root > header, #root > nav').filter({ visible: true });
  expect(await bars.count()).toBe(0);
  await page.getByRole('button', { name: 'Back to conversations' }).click();
  await expect.poll(() => bars.count(), inTime).toBe(2);
}

it('the installed app avoids notches, status bars and home bars', async () => {
  const ines = await openPerson(browser, instance.url, [/401 \(Unauthorized\)/]);
  const { page } = ines;
  await registerUnseen(ines, 'Ines Duarte', 'ines');
  const devtools = await ines.context.newCDPSession(page);
  for (const device of devices) {
    await page.setViewportSize(device);
    await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: device.insets });
    for (const where of ['/', '/directory', '/dashboard/profile', '/messages']) {
      await page.goto(where);
      await page.locator('main h1').first().waitFor();
      if (where === '/messages') {
        await page.getByRole('button', { name: /Global Chat/ }).click();
        await composer(page).waitFor();
      }
      expect([where, device, await covered(page, device)]).toEqual([where, device, []]);
    }
    if (device.width < 768 || device.height < 480) await leadsBackFromThread(page);
  }
  // The space above a keyboard on a phone held sideways: the rows below the search are visible.
  await page.setViewportSize({ width: 844, height: 200 });
  await page.goto('/messages');
  const row = (await page.getByRole('button', { name: /Global Chat/ }).boundingBox()) ?? {
    y: 200,
    height: 0,
  };
  expect(row.y + row.height).toBeLessThanOrEqual(200);
  expect(ines.complaints).toEqual([]);
  await ines.context.close();
});
