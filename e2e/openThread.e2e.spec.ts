import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPerson } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, messages, register, registerUnseen, say } from './support/member.ts';

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

/** The text that Ctrl+C puts on the clipboard. */
const copied = async (page: Page): Promise<unknown> => {
  await page.keyboard.press('Control+c');
  return page.evaluate('navigator.clipboard.readText()');
};

/** The days and times on screen, top to bottom, in any language. */
const moments = (page: Page): Promise<string[]> =>
  page.locator('.thread-scroller').locator('li > span.rounded-full, time').allInnerTexts();

it('copies the texts of messages, and its times follow the time zone and the language of the device', async () => {
  const ines = await openPerson(browser, instance.url, [], {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page, context } = ines;
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Etc/UTC' });
  const noor = await openPerson(browser, instance.url);
  await Promise.all([register(ines, 'Ines Costa', 'ines'), registerUnseen(noor, 'Noor Aziz', 'noor')]);
  await page.goto('/messages?user=noor');
  await composer(page).waitFor();
  await say(ines, 'First');
  await composer(page).fill('if true:\n  second');
  await composer(page).press('Enter');
  await noor.page.goto('/messages?user=ines');
  await composer(noor.page).waitFor();
  await say(noor, 'Third');
  await messages(page, 'Third').waitFor();
  await messages(page, 'second')
    .getByTitle(/Sent|Seen/)
    .waitFor();

  await page.evaluate(`(() => {
    const list = document.querySelector('section[aria-label="Conversation"]');
    getSelection().selectAllChildren(list);
  })()`);
  expect(await copied(page)).toBe('First\nif true:\n  second\nThird');
  // From the middle of one message to the middle of another.
  await page.evaluate(`(() => {
    const [first, second] = document.querySelectorAll('.message-text');
    getSelection().setBaseAndExtent(first.firstChild, 2, second.firstChild, 7);
  })()`);
  expect(await copied(page)).toBe('rst\nif true');

  const before = await moments(page);
  const first = before.find((text) => text.includes(':'));
  const hour = Number(first?.slice(0, 2));
  const timezoneId = hour < 12 ? 'Etc/GMT+12' : 'Etc/GMT-12';
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId });
  await page.evaluate("dispatchEvent(new Event('focus'))");
  const moved = before.map((text) =>
    text.includes(':') ? `${String((hour + 12) % 24).padStart(2, '0')}${text.slice(2)}` : text,
  );
  // All messages are of one hour, unless it ended during this spec.
  await expect
    .poll(async () => (await moments(page)).map((text) => text.slice(0, 2)), inTime)
    .toEqual(moved.map((text) => text.slice(0, 2)));

  await devtools.send('Emulation.setLocaleOverride', { locale: 'de-DE' });
  await page.evaluate(`(() => {
    Object.defineProperty(navigator, 'languages', { value: ['de-DE'], configurable: true });
    dispatchEvent(new Event('languagechange'));
  })()`);
  await expect.poll(async () => (await moments(page))[0], inTime).toBe('Heute');
  await Promise.all([context.close(), noor.context.close()]);
});
