import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp } from './support/accounts.ts';
import { launchBrowser, openPerson, withMicrophone } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, messages, register, say } from './support/member.ts';
import { button, openWith, record, voiceMessages } from './support/voice.ts';

/** A visitor's app asks for the session; Chromium reports every 401. */
const nobodySignedIn = /401 \(Unauthorized\).*\/api\/user\)/;
/**
 * A draft that the server accepted and the device had no room to confirm: the app asks the server, and continues from
 * its answer.
 */
const draftNotNoted = /409 \(Conflict\).*\/api\/drafts\//;

let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser(withMicrophone)]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

const warning = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const isSent = (page: Page, text: string) =>
  messages(page, text).getByText('Sent').first().waitFor({ state: 'attached' });

it('keeps the text in the composer if there is no room for it, and reports that', async () => {
  const mira = await openPerson(browser, instance.url, [nobodySignedIn]);
  const { page } = mira;
  await register(mira, 'Mira Novak', 'mira');
  const omar = await signUp(instance.url, 'Omar Haddad');
  await openWith(mira, omar.username);
  await say(mira, 'with room');
  await isSent(page, 'with room');
  const devtools = await mira.context.newCDPSession(page);
  const limit = (quotaSize?: number) =>
    devtools.send('Storage.overrideQuotaForOrigin', {
      origin: instance.url,
      ...(quotaSize === undefined ? {} : { quotaSize }),
    });
  await limit(1);
  // Chromium updates its quota only after some time; until then drafts are stored.
  const typed = async () => {
    await composer(page).pressSequentially('.');
    return warning(page, 'No space left on this device.').count();
  };
  await expect.poll(typed, { timeout: 60_000, interval: 500 }).toBe(1);
  await composer(page).fill('without room');
  await composer(page).press('Enter');
  await page.getByText('Your browser has no space left for this.').first().waitFor();
  expect(await composer(page).inputValue()).toBe('without room');
  expect(await messages(page, 'without room').count()).toBe(0);
  await limit();
  await composer(page).press('Enter');
  await isSent(page, 'without room');
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await warning(page, 'No space left on this device.').waitFor({ state: 'detached' });
  expect(mira.complaints).toEqual([]);
  await mira.context.close();
});

it('keeps the text if the device has no room for a recording, reports that, and works again once there is', async () => {
  const zoe = await signUp(instance.url, 'Zoe Lind');
  const ines = await openPerson(browser, instance.url, [nobodySignedIn, draftNotNoted]);
  const { page } = ines;
  await register(ines, 'Ines Duarte', 'ines');
  await openWith(ines, zoe.username);
  const devTools = await ines.context.newCDPSession(page);
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: instance.url, quotaSize: 1 });
  // Chromium updates its quota only after some time; until then drafts are stored.
  const typed = async () => {
    await composer(page).pressSequentially('.');
    return page.getByRole('alert').filter({ hasText: 'No space left on this device.' }).count();
  };
  await expect.poll(typed, { timeout: 60_000, interval: 500 }).toBe(1);
  await composer(page).fill('what I say');
  await button(page, 'Record a voice message').click();
  await page.getByText('Your browser has no space left for this.').first().waitFor();
  await button(page, 'Record a voice message').waitFor();
  expect(await composer(page).inputValue()).toBe('what I say');
  await devTools.send('Storage.overrideQuotaForOrigin', { origin: instance.url });
  await record(ines);
  await button(page, 'Send message').click();
  await voiceMessages(page)
    .filter({ hasText: 'what I say' })
    .getByText('Sent')
    .first()
    .waitFor({ state: 'attached' });
  expect(await voiceMessages(page).count()).toBe(1);
  expect(ines.complaints).toEqual([]);
  await ines.context.close();
});
