import { directorySchema } from '@pmcw/contracts';
import { evmWallet } from '@pmcw/testing/wallets';
import type { Browser, Page, Request, Route } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { ofServer } from './support/hindrances.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { keptOnDevice } from './support/keptOnDevice.ts';
import { composer, login, loginUnseen, toast } from './support/member.ts';
import { listAndProve, memberWithWallet } from './support/proving.ts';
import { registerMany } from './support/screenMembers.ts';

const inTime = { timeout: 60_000, interval: 150 };

let instance: Instance;
let browser: Browser;
let visitor: Person;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  await registerMany(instance, 15);
  visitor = await openPerson(browser, instance.url);
});
afterAll(async () => {
  expect(visitor?.complaints).toEqual([]);
  await browser?.close();
  await instance?.remove();
});

const search = (page: Page) => page.getByRole('searchbox');
const shownNames = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
const directoryLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Directory' });

it('a late answer to an older search does not replace a newer one', async () => {
  const { page } = visitor;
  const held: Route[] = [];
  await page.route(/\/api\/directory\?query=lena/, (route) => {
    held.push(route);
  });
  await page.goto('/directory');
  await page.getByText('@member_1', { exact: true }).waitFor();
  await search(page).fill('lena');
  await expect.poll(() => held.length, inTime).toBe(1);
  await search(page).fill('noah');
  await expect.poll(() => shownNames(page), inTime).toEqual(['Noah Lindqvist']);
  // The request may already be cancelled.
  await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  await page.waitForLoadState('networkidle');
  expect(await shownNames(page)).toEqual(['Noah Lindqvist']);
  expect(await search(page).inputValue()).toBe('noah');
  expect(new URL(page.url()).search).toBe('?query=noah');
  await page.unrouteAll();
});

it.each([
  ['/', '/api/featured-users', 'No verified users found yet. Be the first one!'],
  ['/directory', '/api/directory', 'Noah Lindqvist'],
  ['/directory?query=noah', '/api/directory?query=noah', 'Noah Lindqvist'],
  ['/member_1', '/api/profile/member_1', '@member_1'],
])('%s requests %s once, with what its page preloads', async (where, answer, text) => {
  const { page } = visitor;
  const asked: string[] = [];
  const note = (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/api\/(featured-users|directory|profile)/.test(pathname)) asked.push(pathname + search);
  };
  page.on('request', note);
  await page.goto(where);
  await page.getByText(text).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([answer]);
  page.off('request', note);
});

it('a link to the directory, followed on the directory, resets it, even while typing', async () => {
  const { page } = visitor;
  await page.goto('/directory?query=noah&sort=newest');
  await expect.poll(() => shownNames(page), inTime).toEqual(['Noah Lindqvist']);
  await directoryLink(page).click();
  await expect.poll(() => page.url(), inTime).toBe(`${instance.url}/directory`);
  await expect.poll(() => search(page).inputValue(), inTime).toBe('');
  await expect.poll(async () => (await shownNames(page)).length, inTime).toBeGreaterThan(10);

  await page.clock.install();
  await page.goto('/directory?sort=newest');
  await page.getByText('@member_15', { exact: true }).waitFor();
  // No timer fires between the typing and the link, however slow this machine is.
  await page.clock.pauseAt(Date.now() + 60_000);
  await search(page).fill('lena');
  await directoryLink(page).click();
  await expect.poll(() => page.url(), inTime).toBe(`${instance.url}/directory`);
  // When the typed text would be searched.
  await page.clock.fastForward(2_000);
  expect(page.url()).toBe(`${instance.url}/directory`);
  await page.clock.resume();
  await expect.poll(() => search(page).inputValue(), inTime).toBe('');
});

it('going back returns to the same place in the list', async () => {
  const { page } = visitor;
  const place = () => page.evaluate('Math.round(scrollY)').then(Number);
  await page.goto('/directory');
  const last = page.getByRole('link', { name: /^View profile/ }).last();
  const admin = page.getByRole('listitem').filter({ hasText: '@admin' });
  await admin.getByText('Admin', { exact: true }).waitFor();
  await expect.poll(async () => (await shownNames(page)).length, inTime).toBeGreaterThan(10);
  await last.scrollIntoViewIfNeeded();
  const before = await place();
  expect(before).toBeGreaterThan(300);
  await last.click();
  await page.getByText('Powered by').waitFor();
  expect(await place()).toBe(0);
  await page.goBack();
  await expect.poll(place, inTime).toBe(before);
});

it('lists the first, the last and the nearest of many pages, with gaps between them', async () => {
  const { page } = visitor;
  await page.route(/\/api\/directory/, async (route) => {
    const json = v.parse(directorySchema, await (await route.fetch()).json());
    const pagination = { page: 5, limit: 12, total: 108, totalPages: 9 };
    await route.fulfill({ headers: ofServer, json: { ...json, pagination } });
  });
  await page.goto('/directory');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Page 9' }).waitFor();
  expect(await pages.locator('li').allTextContents()).toEqual(['1', '…', '4', '5', '6', '…', '9']);
  await page.unrouteAll();
});

it('members with proved addresses are found, also with other filters', async () => {
  const { api } = await memberWithWallet(instance.url, 'petra', '0x8617E340B3D01FA5F11F306F4090FD50E238070D');
  await listAndProve(api, evmWallet());
  await api.dispose();
  const { page } = visitor;
  const usernames = () => page.getByRole('main').getByText(/^@/).allTextContents();
  const toggle = page.getByRole('checkbox', { name: 'Has proven addresses' });
  const found = async () => (await page.request.get('/api/directory?hasProof=true')).text();
  await expect.poll(found, inTime).toContain('petra');
  await page.goto('/directory');
  await toggle.check();
  await expect.poll(() => page.url(), inTime).toBe(`${instance.url}/directory?hasProof=true`);
  await page.getByText('@petra', { exact: true }).waitFor();
  const card = page.getByRole('listitem').filter({ hasText: '@petra' });
  await card.getByText('Proven address', { exact: true }).waitFor();
  await expect.poll(async () => (await usernames()).includes('@member_1'), inTime).toBe(false);
  expect(await axeViolations(page)).toEqual([]);
  await search(page).fill('noah');
  await page.getByText('Nobody who matches these filters has proved an address by signature yet.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
  await page.getByText('@member_1', { exact: true }).waitFor();
  expect(await toggle.isChecked()).toBe(false);
  // The removed button has passed its focus on.
  await page.locator('#main:focus').waitFor();
  await page.goBack();
  await expect.poll(() => toggle.isChecked(), inTime).toBe(true);
});

it('members can’t write to themselves, and an unknown conversation is reported by name', async () => {
  const noah = await openPerson(browser, instance.url, [/Failed to load resource/]);
  const { page } = noah;
  await login(noah, 'member_2');
  await page.goto('/directory');
  const card = (username: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(`@${username}`, { exact: true }) });
  await card('member_2').getByRole('link', { name: 'Edit profile' }).waitFor();
  expect(
    await card('member_2')
      .getByRole('link', { name: /^Message/ })
      .count(),
  ).toBe(0);

  const name = await card('member_1').getByRole('heading').innerText();
  await page.route(/find-conversation/, (route) => route.fulfill({ status: 503, body: 'away' }));
  await card('member_1')
    .getByRole('link', { name: /^Message/ })
    .click();
  await page.getByText(`Could not start conversation with ${name}`).first().waitFor();
  await page.unrouteAll();
  await page.goto('/messages?user=nobody_at_all');
  await page.getByText('Could not start conversation with nobody_at_all').first().waitFor();
  await expect.poll(() => page.url(), inTime).toBe(`${instance.url}/messages`);
  expect(noah.complaints).toEqual([]);
  await noah.context.close();
});

const isStoredDirectory = ({ database, text }: { readonly database: string; readonly text: string }) =>
  database.startsWith('kept-of-') && text.includes('"path":"/api/directory"');

it('members and a conversation appear although the server is too busy at first', async () => {
  const elena = await openPerson(browser, instance.url);
  const { page } = elena;
  await loginUnseen(elena, 'member_3');
  const refuse = (route: Route) => {
    const busy = { type: 'about:blank', title: 'Busy', status: 503, code: 'unavailable', detail: 'Too busy' };
    const headers = { 'content-type': 'application/problem+json', 'retry-after': '1' };
    return route.fulfill({ status: 503, headers, body: JSON.stringify(busy) });
  };
  await page.route(/\/api\/directory/, refuse);
  await page.goto('/directory');
  await page.getByRole('heading', { name: 'The server is busy' }).waitFor();
  await page.unrouteAll();
  await page.getByText('@member_1', { exact: true }).waitFor();
  await expect.poll(async () => (await keptOnDevice(page)).some(isStoredDirectory), inTime).toBe(true);

  await page.route(/\/api\/directory/, refuse);
  await search(page).fill('noah');
  await page.getByRole('status').filter({ hasText: 'The server is busy. As of' }).waitFor();
  await expect.poll(() => shownNames(page), inTime).toEqual(['Noah Lindqvist']);
  await page.unrouteAll();

  let refusals = 0;
  const refuseTwice = (route: Route) => {
    refusals += 1;
    return refuse(route);
  };
  await page.route(/find-conversation/, refuseTwice, { times: 2 });
  await page.goto('/messages?user=member_1');
  await composer(page).waitFor();
  expect(refusals).toBe(2);
  expect(await toast(page, 'Could not start conversation').count()).toBe(0);
  expect(elena.complaints).toEqual([]);
  await elena.context.close();
});
