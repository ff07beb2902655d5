import { readFile } from 'node:fs/promises';
import { ownSessionsSchema } from '@pmcw/contracts';
import type { APIRequestContext, Browser, Page } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminRequests } from './support/adminRequests.ts';
import { openApi } from './support/api.ts';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { password, untilLive } from './support/member.ts';

/** Complaints of signed-out and offline devices. */
const provoked = /401 \(Unauthorized\)|ERR_INTERNET_DISCONNECTED|WebSocket/;
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const inTime = { timeout: 60_000, interval: 150 };

let instance: Instance;
let browser: Browser;
let laptop: Person;
let phone: Person;
let page: Page;

/** Signs Lena in without a browser, with a User-Agent. */
async function signedIn(userAgent: string): Promise<APIRequestContext> {
  const api = await openApi(instance.url, { userAgent });
  await api.post('/api/login', { data: { username: 'lena', password } });
  return api;
}

/**
 * Registers Lena, has an administrator verify her and write a note, and edits her profile more often than a page shows.
 */
async function prepare(): Promise<void> {
  const registering = await openApi(instance.url);
  const data = { fullName: 'Lena Weber', username: 'lena', email: 'lena@example.org', password };
  const { id } = await (await registering.post('/api/register', { data })).json();
  const admin = await adminRequests(instance);
  await admin.patch(`/api/admin/users/${id}/authorize`, { data: { isAuthorized: true } });
  await admin.put(`/api/admin/users/${id}/notes`, { data: { notes: 'Called twice' } });
  for (let edits = 0; edits < 30; edits += 1)
    await registering.patch('/api/user/profile', { data: { fullName: `Lena Weber ${edits}` } });
  await registering.post('/api/logout');
  await Promise.all([registering.dispose(), admin.dispose()]);
}

/** A browser with Lena signed in. */
async function openLena(userAgent: string): Promise<Person> {
  const api = await signedIn(userAgent);
  const person = await openPerson(browser, instance.url, [provoked], { userAgent });
  await person.context.addCookies((await api.storageState()).cookies);
  await api.dispose();
  return person;
}

beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  await prepare();
  [laptop, phone] = await Promise.all([openLena(firefox), openLena(iPhone)]);
  ({ page } = laptop);
  await page.goto('/dashboard/profile');
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

/** As shown in the page: "Mar 12, 2026, 09:05". */
const momentOf = (iso: string) =>
  new Intl.DateTimeFormat('en', {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(new Date(iso));
const devices = () => page.getByRole('list', { name: 'Devices' });
const device = (name: string) => devices().getByRole('listitem').filter({ hasText: name });
const dialog = () => page.getByRole('alertdialog');

it('shows the signed-in devices, and signs another one out at once', async () => {
  await device('Firefox on Windows').getByText('This device').waitFor();
  // Only a connected socket knows why a session ended.
  await Promise.all([untilLive(phone.page), phone.page.goto('/dashboard/activity')]);
  await phone.page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  await device('Safari on iPhone').getByRole('button', { name: 'End session' }).click();
  await dialog().getByText('Safari on iPhone is signed out immediately.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'End session' }).click();
  await phone.page.waitForURL('**/auth');
  await phone.page.getByRole('alert').getByText('This session was ended').waitFor();
  await expect.poll(() => devices().getByRole('listitem').count(), inTime).toBe(1);
  // The pressed button is gone.
  await expect.poll(() => devices().and(page.locator(':focus')).count(), inTime).toBe(1);
});

it('ends all other sessions', async () => {
  const others = await Promise.all([signedIn(iPhone), signedIn('curl/8.5.0')]);
  // Three days later, so that no time shown is the current time.
  await page.clock.setFixedTime(Date.now() + 3 * 24 * 60 * 60 * 1000);
  await page.reload();
  const answer = await page.request.get('/api/user/sessions');
  for (const { startedAt } of v.parse(ownSessionsSchema, await answer.json()))
    await devices()
      .getByText(`Signed in ${momentOf(startedAt)}`)
      .first()
      .waitFor();
  await device('Unknown device').waitFor();
  await page.getByRole('button', { name: 'End all others' }).click();
  await dialog().getByRole('button', { name: 'End all others' }).click();
  await expect.poll(() => devices().getByRole('listitem').count(), inTime).toBe(1);
  for (const other of others) {
    expect((await other.get('/api/user', { failOnStatusCode: false })).status()).toBe(401);
    await other.dispose();
  }
});

it('shows earlier sign-ins and why they ended, and downloads all data of the member', async () => {
  const earlier = page.getByRole('list', { name: 'Earlier sign-ins' }).getByRole('listitem');
  await earlier.filter({ hasText: 'Safari on iPhone' }).first().getByText('from another device').waitFor();
  // Registering, the two browsers and the two others.
  await expect.poll(() => earlier.filter({ hasText: 'Signed out' }).count(), inTime).toBe(4);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download everything' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^pmcw-lena-\d{4}-\d\d-\d\d\.zip$/);
  await page.getByText('Your browser is downloading it.').waitFor();
  const zip = await readFile(await download.path());
  // The first file's name, and the table of contents at the end.
  expect([zip.indexOf('README.txt'), zip.subarray(-22, -18).toString('latin1')]).toEqual([
    30,
    'PK\u0005\u0006',
  ]);
  await page.getByRole('button', { name: 'Download everything' }).waitFor();
});

it('shows all changes back to the first, and names no administrator', async () => {
  await page.getByText('You edited your profile').first().waitFor();
  expect(await page.getByText('You registered as').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('You registered as General User').waitFor();
  await page.getByText('An administrator verified your profile').waitFor();
  await page.getByText('Your verification gave you PMCW tokens: 1').waitFor();
  await page.getByText('This is where it all started.').waitFor();
  expect(await page.getByText(/note|Called twice|@admin/i).count()).toBe(0);
});

it('shows offline that it is not on the device, and loads when the network is back', async () => {
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await laptop.context.setOffline(true);
  await page.getByRole('link', { name: 'Activity' }).click();
  const missing = page.getByText('This is not saved on your device.');
  await expect.poll(() => missing.count(), inTime).toBe(3);
  expect(await page.getByRole('button', { name: 'Download everything' }).isDisabled()).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await laptop.context.setOffline(false);
  await device('Firefox on Windows').waitFor();
  await page.getByText('You edited your profile').first().waitFor();
  expect([...laptop.complaints, ...phone.complaints]).toEqual([]);
});
