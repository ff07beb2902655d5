import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson } from './support/browser.ts';
import { accept } from './support/conversations.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, messages, register, registerUnseen, say, toast } from './support/member.ts';
import { sideways } from './support/sideways.ts';

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
  await accept(noor, 'ines');
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

it('says whose an address in a message is, and loudly if it imitates another', async () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const poison = '0x5aAE1111111111111111111111111111111BeAed';
  const [olga, pia] = await Promise.all([
    openPerson(browser, instance.url),
    openPerson(browser, instance.url),
  ]);
  await Promise.all([registerUnseen(olga, 'Olga Petrova', 'olga'), registerUnseen(pia, 'Pia Lind', 'pia')]);
  await accept(pia, 'olga');
  const listed = await olga.page.request.post('/api/user/wallets', {
    headers: { origin: instance.url },
    data: { network: 'ETH', address },
  });
  expect(listed.status()).toBe(201);
  await olga.page.goto('/messages?user=pia');
  await composer(olga.page).waitFor();
  await say(olga, `Pay to ${address} please`);
  await messages(olga.page, 'please')
    .getByText(/^On your profile since/)
    .waitFor();
  await say(olga, `or to ${poison}`);
  await say(olga, 'or to 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB at last');

  const { page } = pia;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/profile/olga')) asked.push(request.url());
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/messages?user=olga');
  const exact = messages(page, 'please');
  await exact.getByText(/^On @olga’s profile since .*, not proved$/).waitFor();
  await exact.locator('summary').press('Enter');
  await exact.getByRole('link', { name: 'Open profile' }).waitFor();
  expect(await exact.locator('bdi').first().textContent()).toBe(address);
  const loud = messages(page, 'or to 0x5a');
  await loud.getByText('Resembles @olga’s Ethereum address, but is another one').waitFor();
  expect(await loud.locator('mark').allTextContents()).toEqual([
    '111111111111111111111111111111',
    'b6053F3E94C9b9A09f33669435E7Ef',
  ]);
  await messages(page, 'at last').getByText('Not on @olga’s profile').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await sideways(page)).toEqual([]);
  expect(asked).toHaveLength(1);
  expect([...olga.complaints, ...pia.complaints]).toEqual([]);
  await Promise.all([olga.context.close(), pia.context.close()]);
});

it('counts messages of a muted conversation without a toast, and keeps it marked as unread until it is opened', async () => {
  const [mila, oren] = await Promise.all([
    openPerson(browser, instance.url),
    openPerson(browser, instance.url),
  ]);
  await Promise.all([registerUnseen(mila, 'Mila Novak', 'mila'), registerUnseen(oren, 'Oren Levi', 'oren')]);
  await accept(mila, 'oren');
  await oren.page.goto('/messages?user=mila');
  await composer(oren.page).waitFor();
  await say(oren, 'First');
  const { page } = mila;
  // So that the list is not beside the thread, where messages are read at once.
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto('/messages?user=oren');
  await messages(page, 'First').waitFor();
  const thread = page.getByRole('region', { name: 'Oren Levi' });
  const choose = async (item: string) => {
    await thread.getByRole('button', { name: 'Options of this conversation' }).press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };
  await choose('Mute for one hour');
  await thread.getByText(/^Muted until .*\d\d:\d\d$/).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await thread.getByRole('button', { name: 'Back to conversations' }).click();
  const row = page.getByRole('button', { name: /^Oren Levi/ });
  await row.getByText(/^Muted until/).waitFor({ state: 'attached' });
  await say(oren, 'Second');
  await row.getByText('1 unread').waitFor({ state: 'attached' });
  await oren.page.getByRole('button', { name: /Global Chat/ }).click();
  await composer(oren.page).waitFor();
  await say(oren, 'To everyone');
  await toast(page, 'New global message').waitFor();
  expect(await toast(page, 'Second').count()).toBe(0);

  await row.press('Enter');
  await messages(page, 'Second').waitFor();
  await row.getByText('1 unread').waitFor({ state: 'detached' });
  await choose('Mark as unread');
  await thread.waitFor({ state: 'detached' });
  await row.getByText('Marked as unread').waitFor({ state: 'attached' });
  await page.reload();
  await row.getByText('Marked as unread').waitFor({ state: 'attached' });
  await row.press('Enter');
  await row.getByText('Marked as unread').waitFor({ state: 'detached' });
  expect([...mila.complaints, ...oren.complaints]).toEqual([]);
  await Promise.all([mila.context.close(), oren.context.close()]);
});
