import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPerson, openProfile, type Person, withMicrophone } from './support/browser.ts';
import { accept } from './support/conversations.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, register } from './support/member.ts';
import { workerIsReady } from './support/serviceWorker.ts';
import { button, hear, openWith, record, voiceMessages } from './support/voice.ts';

const offline = /ERR_INTERNET_DISCONNECTED|WebSocket connection/;

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

/** Kills its process, with any unfinished work. */
async function killBrowser({ context, page }: Person): Promise<void> {
  const closed = context.waitForEvent('close');
  const devTools = await context.newCDPSession(page);
  // No process is left to answer.
  devTools.send('Browser.crash').catch(() => undefined);
  await closed;
}

it('a voice message waits on the device while offline and while the browser is killed and restarted, is sent once, and plays offline', async () => {
  const noor = await openPerson(browser, instance.url, [offline]);
  await register(noor, 'Noor Adeyemi', 'noor');
  const expected = [offline];
  const first = await openProfile(profile, instance.url, expected, withMicrophone);
  await register(first, 'Mira Novak', 'mira');
  await workerIsReady(first.page);
  // Chromium stores cookies half a minute late, or when it is closed: killed before that, the member is signed out.
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
  await accept(noor, 'mira');
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
