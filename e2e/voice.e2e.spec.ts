import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, openProfile, type Person, withMicrophone } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, register } from './support/member.ts';
import { workerIsReady } from './support/serviceWorker.ts';
import { button, openWith, record, voiceMessages } from './support/voice.ts';

/** A visitor's app asks who is signed in; Chromium reports every 401. */
const offline = /ERR_INTERNET_DISCONNECTED|WebSocket connection/;
/** The sound of a deleted message is asked for on purpose. */
const gone = /404 \(Not Found\).*\/media\//;

const inTime = { timeout: 60_000, interval: 150 };

let instance: Instance;
let browser: Browser;
let profile: string;
beforeAll(async () => {
  [instance, browser, profile] = await Promise.all([
    startInstance('postgres'),
    launchBrowser(withMicrophone),
    mkdtemp(path.join(tmpdir(), 'pmcw-e2e-profile-')),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
  await rm(profile, { recursive: true, force: true });
});

const positionIn = async (player: Locator) => Number(await player.getByRole('slider').inputValue());

/** Asked in the page itself: two seconds are over soon on a slow machine. */
const untilMoved = `(slider) => new Promise((resolve) => {
  const look = () => (Number(slider.value) > 0.5 ? resolve(true) : requestAnimationFrame(look));
  look();
})`;

/** Presses play, and waits until the sound has moved on, ended, and stands at its start again. */
async function hear(player: Locator): Promise<void> {
  await Promise.all([
    player.getByRole('slider').evaluate(untilMoved),
    button(player, 'Pause voice message').waitFor(),
    button(player, 'Play voice message').click(),
  ]);
  await button(player, 'Play voice message').waitFor();
  expect(await positionIn(player)).toBe(0);
}

it('is recorded, listened to, sent, heard by the other member, and deleted', async () => {
  const [lena, omar] = await Promise.all([
    openPerson(browser, instance.url),
    openPerson(browser, instance.url, [gone]),
  ]);
  await Promise.all([register(lena, 'Lena Weber', 'lena'), register(omar, 'Omar Haddad', 'omar')]);
  await Promise.all([openWith(lena, 'omar'), openWith(omar, 'lena')]);

  await button(lena.page, 'Record a voice message').click();
  await button(lena.page, 'Stop recording').waitFor();
  expect(await composer(lena.page).isDisabled()).toBe(true);
  expect(await button(lena.page, 'Send message').isDisabled()).toBe(true);
  expect(await axeViolations(lena.page)).toEqual([]);
  await button(lena.page, 'Cancel recording').click();
  await record(lena);
  const preview = lena.page.getByRole('group', { name: 'Recorded voice message' });
  await hear(preview);
  expect(await axeViolations(lena.page)).toEqual([]);

  await lena.page.getByRole('button', { name: /Global Chat/ }).click();
  await preview.waitFor({ state: 'detached' });
  await lena.page.getByRole('button', { name: /Omar Haddad/ }).click();
  await preview.waitFor();
  // Fetched when it is seen; heard from the device then.
  const sound = omar.page.waitForResponse(/\/media\/[0-9a-f]{64}\?/);
  await button(lena.page, 'Send message').click();
  await preview.waitFor({ state: 'detached' });
  await button(lena.page, 'Record a voice message').waitFor();

  await expect.poll(() => voiceMessages(omar.page).count(), inTime).toBe(1);
  const heard = voiceMessages(omar.page);
  await hear(heard);
  expect((await sound).headers()['content-type']).toBe('audio/webm');
  await heard.getByRole('slider').press('End');
  await expect.poll(() => positionIn(heard), inTime).toBeGreaterThan(1.5);
  expect(await axeViolations(omar.page)).toEqual([]);
  await omar.page.getByRole('button', { name: /Global Chat/ }).click();
  await omar.page.getByRole('button', { name: /Lena Weber.*Voice message/ }).waitFor();
  await omar.page.getByRole('button', { name: /Lena Weber/ }).click();

  await voiceMessages(lena.page).hover();
  await button(voiceMessages(lena.page), 'Delete message').click();
  await button(lena.page.getByRole('dialog'), 'Delete').click();
  await expect.poll(() => voiceMessages(omar.page).count(), inTime).toBe(0);
  expect((await omar.page.request.get((await sound).url())).status()).toBe(404);

  expect([...lena.complaints, ...omar.complaints]).toEqual([]);
  await Promise.all([lena.context.close(), omar.context.close()]);
});

/** Its process ends at once, with whatever it was about to do. */
async function killBrowser({ context, page }: Person): Promise<void> {
  const closed = context.waitForEvent('close');
  const devTools = await context.newCDPSession(page);
  // There is nobody to answer.
  devTools.send('Browser.crash').catch(() => undefined);
  await closed;
}

it('waits on the device while offline, while the browser is killed and started again, and is sent once, and heard without a network', async () => {
  const noor = await openPerson(browser, instance.url, [offline]);
  await register(noor, 'Noor Adeyemi', 'noor');
  const expected = [offline];
  const first = await openProfile(profile, instance.url, expected, withMicrophone);
  await register(first, 'Mira Novak', 'mira');
  await workerIsReady(first.page);
  // Chromium writes cookies down half a minute late, or when it is closed: who is killed before that is signed out.
  await first.context.close();
  const before = await openProfile(profile, instance.url, expected, withMicrophone);
  await openWith(before, 'noor');
  await before.context.setOffline(true);
  await record(before);
  await button(before.page, 'Send message').click();
  await expect.poll(() => voiceMessages(before.page).count(), inTime).toBe(1);
  await hear(voiceMessages(before.page));
  await killBrowser(before);

  const after = await openProfile(profile, instance.url, expected, withMicrophone);
  await openWith(after, 'noor');
  await voiceMessages(after.page).getByText('Sent').first().waitFor({ state: 'attached' });
  await openWith(noor, 'mira');
  await expect.poll(() => voiceMessages(noor.page).count(), inTime).toBe(1);
  await hear(voiceMessages(noor.page));
  await hear(voiceMessages(after.page));
  const stored = await noor.page.request.get('/api/messages/conversations');
  expect(await stored.json()).toMatchObject([{ username: 'mira', lastMessage: { messageType: 'voice' } }]);

  await after.page.reload();
  await composer(after.page).waitFor();
  await expect.poll(() => voiceMessages(after.page).count(), inTime).toBe(1);
  expect(await voiceMessages(noor.page).count()).toBe(1);

  await Promise.all([after.context.setOffline(true), noor.context.setOffline(true)]);
  await after.page.reload();
  await noor.page.getByRole('button', { name: /Global Chat/ }).click();
  await noor.page.getByRole('button', { name: /Mira Novak/ }).click();
  await hear(voiceMessages(noor.page));
  await hear(voiceMessages(after.page));
  expect([first, before, after, noor].flatMap(({ complaints }) => complaints)).toEqual([]);
  await Promise.all([after.context.close(), noor.context.close()]);
});
