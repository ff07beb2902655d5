import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, withMicrophone } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, register } from './support/member.ts';
import { button, hear, openWith, positionIn, record, voiceMessages } from './support/voice.ts';

/** The spec requests the sound of a deleted message. */
const gone = /404 \(Not Found\).*\/media\//;

const inTime = { timeout: 60_000, interval: 150 };

let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser(withMicrophone)]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

it('is recorded, played, sent, played by the other member, and deleted', async () => {
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
  // Fetched when seen, then played from the device.
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
