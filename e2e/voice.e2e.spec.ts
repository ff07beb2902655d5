import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webmAudio } from '../command-service/test/recordings.ts';
import { askAs, signUp } from './support/accounts.ts';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, withMicrophone } from './support/browser.ts';
import { accept } from './support/conversations.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, messages, register, registerUnseen, say } from './support/member.ts';
import { button, hear, openWith, positionIn, record, thread, voiceMessages } from './support/voice.ts';

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

it('is neither shown nor sent by another tab while it is recorded', async () => {
  const [ines, emil] = await Promise.all([
    openPerson(browser, instance.url),
    openPerson(browser, instance.url),
  ]);
  await Promise.all([register(ines, 'Ines Costa', 'ines'), registerUnseen(emil, 'Emil Roth', 'emil')]);
  await openWith(ines, 'emil');
  await button(ines.page, 'Record a voice message').click();
  // Its first seconds are on the device.
  await ines.page.getByRole('timer').filter({ hasText: '0:06' }).waitFor();
  const second = await ines.context.newPage();
  await second.goto('/messages?user=emil');
  await composer(second).waitFor();
  await say({ page: second }, 'typed beside it');
  await messages(second, 'typed beside it').getByTitle('Sent').waitFor();
  const preview = second.getByRole('group', { name: 'Recorded voice message' });
  expect([await preview.count(), await voiceMessages(second).count()]).toEqual([0, 0]);
  await button(ines.page, 'Stop recording').click();
  await preview.waitFor();
  await ines.page.getByRole('group', { name: 'Recorded voice message' }).waitFor();
  expect([...ines.complaints, ...emil.complaints]).toEqual([]);
  await Promise.all([ines.context.close(), emil.context.close()]);
});

it('is offered after its tab was closed while it was recorded', async () => {
  const [lev, mia] = await Promise.all([
    openPerson(browser, instance.url),
    openPerson(browser, instance.url),
  ]);
  await Promise.all([register(lev, 'Lev Orlov', 'lev'), registerUnseen(mia, 'Mia Falk', 'mia')]);
  await openWith(lev, 'mia');
  await button(lev.page, 'Record a voice message').click();
  await lev.page.getByRole('timer').filter({ hasText: '0:06' }).waitFor();
  const next = await lev.context.newPage();
  await lev.page.close();
  await next.goto('/messages?user=mia');
  await next.getByRole('group', { name: 'Recorded voice message' }).waitFor();
  await Promise.all([lev.context.close(), mia.context.close()]);
});

/** As Safari before 18.4: plays sound, but no Opus in WebM. */
const withoutOpus = `{
  HTMLMediaElement.prototype.canPlayType = () => '';
  const { set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src');
  Object.defineProperty(HTMLMediaElement.prototype, 'src', {
    configurable: true,
    get() { return this.getAttribute('src'); },
    set() { set.call(this, URL.createObjectURL(new Blob(['unknown to this browser']))); },
  });
}`;

it('is reported as unplayable, with a download, by a browser without its codec', async () => {
  const kim = await openPerson(browser, instance.url);
  const { page } = kim;
  await kim.context.addInitScript(withoutOpus);
  await registerUnseen(kim, 'Kim Lund', 'kim');
  const { id } = await (await page.request.get('/api/user')).json();
  const rosa = await signUp(instance.url, 'Rosa Amato');
  const voiceUrl = `data:audio/webm;base64,${webmAudio.toString('base64')}`;
  const voice = { receiverId: id, content: '', messageType: 'voice', voiceUrl };
  await accept(kim, rosa.username);
  await askAs(instance.url, rosa, 'POST', '/api/messages', voice);
  await openWith(kim, rosa.username);
  const message = voiceMessages(page);
  await button(message, 'Play voice message').click();
  const unplayable = thread(page).getByText('This browser can’t play this recording');
  await unplayable.waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await button(thread(page), 'Download').click();
  expect((await download).suggestedFilename()).toBe('voice.webm');
  expect(kim.complaints).toEqual([]);
  await kim.context.close();
});
