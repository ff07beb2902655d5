import { type AdminUsers, ProblemError, texts } from '@pmcw/contracts';
import { sampled } from '@pmcw/testing';
import { evmWallet } from '@pmcw/testing/wallets';
import type { APIRequestContext, Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi } from './support/api.ts';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { login, password } from './support/member.ts';
import { listAndProve } from './support/proving.ts';

/** Complaints that specs of refusals provoke. */
const provoked = /ERR_INTERNET_DISCONNECTED|403 \(Forbidden\)|404 \(Not Found\)|WebSocket/;
const pmcwAddresses = [
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
];
const inTime = { timeout: 60_000, interval: 150 };

let instance: Instance;
let browser: Browser;
let boss: Person;
let page: Page;
let ada: APIRequestContext;

/** A new member's signed-in requests. */
async function join(username: string, fullName: string): Promise<APIRequestContext> {
  const api = await openApi(instance.url);
  const data = { fullName, username, email: `${username}@example.org`, password };
  expect((await api.post('/api/register', { data })).status()).toBe(201);
  return api;
}

async function post(api: APIRequestContext, path: string, data: object): Promise<void> {
  expect((await api.post(path, { data })).status()).toBe(201);
}

async function askToBeVerified(api: APIRequestContext, address: string, message: string): Promise<void> {
  await post(api, '/api/user/wallets', { network: 'PMCW', address });
  await post(api, '/api/verification-requests', { message });
}

beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  const many = Array.from({ length: 18 }, (_, i) => `extra_${String(i + 1).padStart(2, '0')}`);
  for (const username of many) await join(username, `Extra ${username}`);
  ada = await join('ada', 'Ada Lovelace');
  const [grace, mallory] = [await join('grace', 'Grace Hopper'), await join('mallory', 'Mallory Stone')];
  await askToBeVerified(ada, pmcwAddresses[0] ?? '', 'I wrote the first program.');
  await askToBeVerified(grace, pmcwAddresses[1] ?? '', 'I found the first bug.');
  await listAndProve(grace, evmWallet());
  await listAndProve(mallory, evmWallet());
  await post(mallory, '/api/user/socials', { platform: 'github', username: 'mallory' });
  boss = await openPerson(browser, instance.url, [provoked]);
  ({ page } = boss);
  await login(boss, 'admin', instance.adminPassword);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});
afterEach(() => {
  expect(boss.complaints).toEqual([]);
});

const tab = (name: string | RegExp) => page.getByRole('tab', { name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const toast = (text: string) => page.locator('[data-toasts]').getByText(text).waitFor();
const row = (username: string): Locator => page.getByRole('row').filter({ hasText: `@${username}` });
const dialog = () => page.getByRole('dialog');
const question = () => page.getByRole('alertdialog');
const shown = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
/** The element has visible focus. */
const hasFocus = (what: Locator) =>
  expect.poll(() => what.and(page.locator(':focus')).isVisible(), inTime).toBe(true);
/** Answers a dialog by keyboard, once it has focus: an earlier key press may go to the page below. */
const confirm = async (name: string) => {
  await question().locator(':focus').waitFor();
  await question().getByRole('button', { name }).press('Enter');
};
const isAccessible = async () => expect(await axeViolations(page)).toEqual([]);

/** Navigation labels closer than 4 pixels to their neighbours' area, or to an edge of the window. */
const crowdedInNavigation = `[...document.querySelectorAll('#root > nav li')].flatMap((item) => {
  const word = item.querySelector(':scope > * > span:last-child');
  const [room, { left, right }] = [item.getBoundingClientRect(), word.getBoundingClientRect()];
  return left < room.left + 2 || right > room.right - 2 || left < 4 || right > document.documentElement.clientWidth - 4 ? [word.textContent] : [];
})`;

/**
 * Both disabled buttons of a protected account give the reason to pointers, keyboards, screen readers and, when
 * pressed, to touch.
 */
async function tellsWhyNot(protectedRow: Locator): Promise<void> {
  const why = 'This account is protected.';
  const tip = page.getByRole('tooltip').getByText(why);
  const refused = [/^Suspend /, /^Delete /].map((name) => protectedRow.getByRole('button', { name }));
  for (const button of refused) {
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    const description = page.locator(`[id="${await button.getAttribute('aria-describedby')}"]`);
    expect(await description.textContent()).toBe(why);
    await button.hover();
    await tip.waitFor();
    await page.mouse.move(0, 0);
    await tip.waitFor({ state: 'detached' });
  }
  await protectedRow.getByRole('link', { name: /^View profile/ }).focus();
  for (const button of refused) {
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe(
      await button.getAttribute('aria-label'),
    );
    await tip.waitFor();
  }
  expect(await page.locator('[data-toasts]').getByText(why).count()).toBe(0);
  await page.keyboard.press('Enter');
  await toast(why);
  expect(await question().count()).toBe(0);
}

describe('access to the admin page', () => {
  it('sends visitors to the log-in and other members home', async () => {
    const visitor = await openPerson(browser, instance.url);
    await visitor.page.goto('/admin-page');
    await visitor.page.waitForURL('**/auth');

    await visitor.page.getByLabel('Username').fill('extra_01');
    await visitor.page.getByLabel('Password', { exact: true }).fill(password);
    await visitor.page.getByRole('button', { name: 'Login' }).click();
    await visitor.page.waitForURL(`${instance.url}/`);
    await visitor.page.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await visitor.page.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    await visitor.page.goto('/admin-page');
    await visitor.page.waitForURL(`${instance.url}/`);
    await visitor.context.close();

    await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
    await page.getByRole('heading', { name: 'Admin', level: 1 }).waitFor();
    const inNavigation = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' });
    expect(await inNavigation.getAttribute('aria-current')).toBe('page');
    await page.setViewportSize({ width: 360, height: 780 });
    for (const language of ['de', 'en']) {
      await page.evaluate(`(() => {
        localStorage.setItem('ui-language', '${language}');
        dispatchEvent(new StorageEvent('storage', { key: 'ui-language' }));
      })()`);
      await page.locator(`html[lang=${language}]`).waitFor();
      expect(await page.evaluate(crowdedInNavigation)).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });
});

describe('the admin page', () => {
  beforeEach(async () => {
    await page.goto('/admin-page');
    await page.getByRole('heading', { name: 'Admin', level: 1 }).waitFor();
  });

  it('starts with the stats and four links', async () => {
    await expect
      .poll(() => page.getByRole('link', { name: /^Total Users/ }).textContent(), inTime)
      .toBe('Total Users22');
    await expect
      .poll(() => page.getByRole('link', { name: /^Pending Users/ }).textContent(), inTime)
      .toMatch(/^Pending Users2[12]/);
    await isAccessible();
    const ways = [
      [/^User Management/, 'users'],
      [/^Verification Requests/, 'verification'],
      [/^Platform Notifications/, 'notifications'],
      [/^Admin Settings .*Token/, 'settings'],
    ] as const;
    for (const [name, view] of ways) {
      await page.getByRole('main').getByRole('link', { name }).click();
      await page.waitForURL(`**/admin-page?tab=${view}`);
      await page.goBack();
    }
    expect(await tab('Dashboard').getAttribute('aria-selected')).toBe('true');
  });

  it('lists members by page, filter and search, and the back button retraces them', async () => {
    await tab('Users').click();
    await shown('Showing 20 of 22 users');
    await page.getByRole('link', { name: 'Next page' }).press('Enter');
    await shown('Showing 2 of 22 users');
    await row('admin').waitFor();
    await hasFocus(
      page
        .locator('[tabindex]')
        .filter({ has: page.getByRole('table') })
        .last(),
    );
    expect(await row('admin').isVisible()).toBe(true);
    await page.goto('/admin-page?tab=users&page=9');
    await shown('Showing 2 of 22 users');
    expect(page.url()).toContain('tab=users&page=2');
    await tellsWhyNot(row('admin'));
    await tab('Suspended').click();
    await page.getByText('No results found').waitFor();
    await tab('Review Pending').click();
    await page.getByPlaceholder('Search users...').fill('GRACE');
    await button('Search').click();
    await shown('Showing 1 of 1 users');
    expect(page.url()).toContain('filter=unverified&query=GRACE');
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await shown('Showing 2 of 22 users');
    await isAccessible();
  });

  it('leads on to members without a request if all of a page have one, and back from beyond the last page', async () => {
    await page.route(/\/api\/admin\/users\?page=1&/, async (route) => {
      const response = await route.fetch();
      const { users, ...list }: AdminUsers = await response.json();
      const haveAsked = users.filter(({ username }) => username === 'ada' || username === 'grace');
      await route.fulfill({ response, json: { ...list, users: haveAsked } });
    });
    await tab(/^Verification/).click();
    await page.getByText('Nobody else on this page.').waitFor();
    await page.getByRole('link', { name: 'Next page' }).press('Enter');
    const others = page.getByRole('region', { name: 'Not verified yet' });
    await hasFocus(others.locator('[tabindex="-1"]'));
    await expect.poll(() => others.getByRole('button', { name: /^Approve/ }).count(), inTime).toBe(2);
    await page.unrouteAll();
    await page.goto('/admin-page?tab=verification&page=9');
    await expect.poll(() => others.getByRole('button', { name: /^Approve/ }).count(), inTime).toBe(2);
    expect(page.url()).toContain('tab=verification&page=2');
  });

  it('verifies, suspends and deletes from the list, and reverts refused changes', async () => {
    await page.goto('/admin-page?tab=users&query=extra_02');
    const verified = row('extra_02').getByRole('switch');
    await verified.click();
    await toast('User verified');
    await row('extra_02').getByText('Unverified').waitFor({ state: 'detached' });

    await boss.context.setOffline(true);
    await verified.click();
    await toast('API error: no answer');
    await expect.poll(() => verified.getAttribute('aria-checked'), inTime).toBe('true');
    await boss.context.setOffline(false);

    await row('extra_02')
      .getByRole('button', { name: /^Suspend/ })
      .click();
    await toast('User suspended');
    await row('extra_02').getByText('Suspended').waitFor();
    expect(await verified.isDisabled()).toBe(true);
    const found = await page.request.get('/api/directory?query=extra_02');
    expect(await found.json()).toMatchObject({ users: [] });
    await row('extra_02')
      .getByRole('button', { name: /^Unsuspend/ })
      .click();
    await toast('User unsuspended');

    await row('extra_02')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await question().getByText('It cannot be undone').waitFor();
    await isAccessible();
    await confirm('Delete Account');
    await toast('User Deleted');
    await page.getByText('No results found').waitFor();
    await hasFocus(
      page
        .locator('[tabindex]')
        .filter({ hasText: /^No results found/ })
        .last(),
    );
  });

  it('verifies, suspends and deletes from the details too', async () => {
    await page.goto('/admin-page?user=extra_03');
    const standing = async () => (await page.request.get('/api/admin/users?query=extra_03')).json();
    const verified = dialog().getByRole('switch', { name: /^Verified/ });
    await verified.click();
    await toast('User verified');
    expect(await standing()).toMatchObject({ users: [{ isAuthorized: true, isSuspended: false }] });
    await dialog().getByRole('button', { name: 'Suspend', exact: true }).click();
    await toast('User suspended');
    expect(await standing()).toMatchObject({ users: [{ isSuspended: true }] });
    expect(await verified.isDisabled()).toBe(true);
    // Discarded without a question.
    await dialog().getByLabel('Admin Notes').fill('Not saved');
    await dialog().getByRole('button', { name: 'Delete Account' }).click();
    await question().getByRole('button', { name: 'Delete Account' }).click();
    await toast('User Deleted');
    await dialog().waitFor({ state: 'detached' });
    expect(await standing()).toMatchObject({ users: [] });
  });

  it('opens a member’s details from their profile, and changes everything there', async () => {
    await page.goto('/mallory');
    await button('Options').click();
    await page.getByRole('menuitem', { name: 'Admin Actions' }).click();
    await page.waitForURL('**/admin-page?user=mallory');
    await dialog().getByText('mallory@example.org').waitFor();
    await dialog().getByLabel('User type').click();
    await page.getByRole('option', { name: 'Charity' }).click();
    await toast('User type updated');

    const tokens = dialog().getByRole('textbox', { name: 'PMCW tokens' });
    await tokens.fill('-3');
    expect(await dialog().getByRole('button', { name: 'Set', exact: true }).isDisabled()).toBe(true);
    await tokens.fill('12');
    await tokens.press('Enter');
    await toast('Tokens updated');
    await dialog().getByText('12 PMCW Earnt').waitFor();
    await hasFocus(tokens);

    await dialog().getByLabel('Admin Notes').fill('Met in Lisbon.');
    await dialog().getByRole('button', { name: 'Save notes' }).click();
    await toast('Notes saved');
    await isAccessible();

    await dialog()
      .getByRole('tab', { name: /^Wallets/ })
      .click();
    await dialog()
      .getByText(/^Proved by signature on /)
      .waitFor();
    await dialog()
      .getByRole('button', { name: /^Check it yourself/ })
      .click();
    const check = page.getByRole('dialog', { name: 'Check this proof yourself' });
    await check.getByText('Checked in your browser').waitFor();
    await check.getByRole('button', { name: 'Close' }).click();
    await check.waitFor({ state: 'detached' });
    await dialog().getByRole('button', { name: 'Remove Ethereum address' }).press('Enter');
    await confirm('Remove');
    await dialog().getByText('No wallet addresses').waitFor();
    await hasFocus(dialog());
    await dialog()
      .getByRole('tab', { name: /^Socials/ })
      .click();
    await dialog().getByRole('button', { name: 'Remove GitHub link' }).click();
    await question().getByRole('button', { name: 'Remove' }).click();
    await dialog().getByText('No social links').waitFor();
    await toast('Social link removed');

    await page.reload();
    await expect.poll(() => dialog().getByLabel('Admin Notes').inputValue(), inTime).toBe('Met in Lisbon.');
    const profile = await page.request.get('/api/profile/mallory');
    expect(await profile.json()).toMatchObject({
      userType: 'Charity',
      pmcwTokens: 12,
      wallets: [],
      socials: [],
    });
    await page.keyboard.press('Escape');
    await page.waitForURL('**/admin-page');
  });

  it('creates a link, shown once, for a member to choose another password', async () => {
    await page.goto('/admin-page?user=mallory');
    // As if more than five minutes had passed.
    const refusal = new ProblemError('fresh_proof_required', texts.refusals.freshProofRequired).toProblem();
    const stale = (route: Route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(refusal) });
    await page.route('**/reset-link', stale, { times: 2 });
    const reset = dialog().getByRole('button', { name: 'Reset Password' });
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await reset.press('Enter');
    await proof.locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await toast(texts.refusals.freshProofRequired);
    await reset.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await proof.locator(':focus').waitFor();
    await isAccessible();
    await proof.getByLabel('Password', { exact: true }).fill(instance.adminPassword);
    await page.keyboard.press('Enter');
    const link = await dialog().getByRole('textbox', { name: 'Reset link' }).inputValue();
    await dialog().getByRole('img', { name: 'The reset link as a QR code' }).waitFor();
    await isAccessible();
    await dialog()
      .getByRole('tab', { name: /^Wallets/ })
      .click();
    await dialog().getByRole('tab', { name: 'Actions' }).click();
    expect(await dialog().getByRole('textbox', { name: 'Reset link' }).inputValue()).toBe(link);
    const member = await openPerson(browser, instance.url);
    await member.page.goto(link);
    await member.page.getByLabel('New password', { exact: true }).fill('an entirely other one');
    await member.page.getByLabel(/^Confirm/).fill('an entirely other one');
    await member.page.locator('button[type=submit]').click();
    const login = () =>
      member.page.request.post('/api/login', {
        data: { username: 'mallory', password: 'an entirely other one' },
        headers: { origin: instance.url },
      });
    await expect.poll(async () => (await login()).status(), inTime).toBe(200);
    await member.context.close();
    await page.reload();
    await dialog().getByRole('button', { name: 'Reset Password' }).waitFor();
    expect(await dialog().getByRole('textbox', { name: 'Reset link' }).count()).toBe(0);
  });

  it('answers requests for verification', async () => {
    await tab(/^Verification/).click();
    await page.getByText('I wrote the first program.').waitFor();
    await button('Approve Ada Lovelace').press('Enter');
    await toast('User verified');
    await page.getByText('I wrote the first program.').waitFor({ state: 'detached' });
    await hasFocus(button('Approve Grace Hopper'));

    const wallets = page
      .getByRole('listitem')
      .filter({ hasText: 'I found the first bug.' })
      .getByRole('list', { name: 'Wallet addresses' })
      .getByRole('listitem');
    await wallets.filter({ hasText: 'PMCW' }).getByText('Not proved by signature').waitFor();
    await wallets
      .filter({ hasText: 'Ethereum' })
      .getByText(/^Proved by signature on /)
      .waitFor();
    await button('Reject Grace Hopper').press('Enter');
    const reject = question().getByRole('button', { name: 'Reject request' });
    expect(await reject.isDisabled()).toBe(true);
    await question().getByLabel('Reason').fill('Please list your website first.');
    await isAccessible();
    await reject.press('Enter');
    await toast('Verification request rejected');
    await shown('No pending verification requests at this time.');
    await hasFocus(page.getByRole('region', { name: 'Verification Requests' }));
    await button('Approve Grace Hopper').waitFor();
    await isAccessible();
    const featured = await page.request.get('/api/featured-users');
    expect(await featured.json()).toMatchObject([{ username: 'ada' }]);
  });

  it('marks members who changed their name since the verification, and keeps the mark', async () => {
    const rename = async (fullName: string) =>
      expect((await ada.patch('/api/user/profile', { data: { fullName } })).status()).toBe(200);
    const inReadModels = async (path: string) => (await page.request.get(path)).text();
    await rename('Ada King');
    // Another member's change: the administrator's requests don't wait for it, and neither page loads again.
    await expect.poll(() => inReadModels('/api/profile/ada'), inTime).toContain('Ada King');
    await expect.poll(() => inReadModels('/api/admin/changed-members'), inTime).toContain('Ada King');
    await page.goto('/ada');
    await page.getByText(/^Name changed on .*, after verification$/).waitFor();
    await page.goto('/admin-page?tab=verification');
    await page.getByText(/^Verified as Ada Lovelace, renamed on /).waitFor();
    await isAccessible();
    await button('Keep verification of Ada King').press('Enter');
    await toast('Verification kept');
    await page.getByText(/^Verified as Ada Lovelace/).waitFor({ state: 'detached' });
    const profile = await page.request.get('/api/profile/ada');
    expect(await profile.json()).toMatchObject({ isAuthorized: true, nameChangedAt: null });
    await rename('Ada Lovelace');
  });

  it('notifies all members, and withdraws the notification', async () => {
    await tab('Notifications').click();
    await page.getByText('No notifications yet').waitFor();
    await page.getByLabel('Title').fill('   ');
    await button('Create notification').click();
    await toast('Missing information');
    await toast('Please provide both a title and message for the notification.');
    await page.getByLabel('Title').fill('Maintenance on Sunday');
    await page.getByLabel('Message').fill('From 02:00 to 02:30 UTC.');
    await button('Create notification').click();
    await toast('Notification created');
    const item = page.getByRole('listitem').filter({ hasText: 'Maintenance on Sunday' });
    await item.getByText('Active', { exact: true }).waitFor();
    expect(await page.getByLabel('Title').inputValue()).toBe('');
    await item.getByRole('switch').click();
    await toast('Notification updated');
    await item.getByText('Inactive').waitFor();
    await isAccessible();
  });

  it('changes the settings of the site', async () => {
    await page.getByRole('link', { name: 'Admin Settings', exact: true }).click();
    const save = button('Save changes');
    await page.getByLabel('Token address').fill('0x12');
    await page.getByLabel('Token address').blur();
    await page.getByText('Wallet address must be valid.').waitFor();
    await isAccessible();
    await button('Discard').press('Enter');
    await shown('All changes saved');
    await hasFocus(button('Discard'));
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel('Token supply').fill('21000');
    await page.getByLabel('Registration is open').uncheck();
    await save.press('Enter');
    await toast('Settings saved');
    await shown('All changes saved');
    await hasFocus(save);
    const settings = await page.request.get('/api/settings');
    expect(await settings.json()).toMatchObject({ tokenSupply: 21_000, registrationOpen: false });
  });

  it('never loses typed text by accident', async () => {
    const questions: string[] = [];
    let answer: 'accept' | 'dismiss' = 'dismiss';
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog[answer]();
    });
    await page.getByRole('link', { name: 'Admin Settings', exact: true }).click();
    await page.getByLabel('Token supply').fill('4711');
    await shown('Unsaved changes');
    await tab('Users').click();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Directory' }).click();
    await page.evaluate('history.back()');
    await expect.poll(() => questions.length, inTime).toBe(4);
    expect(await page.getByLabel('Token supply').inputValue()).toBe('4711');
    answer = 'accept';
    await tab('Users').click();
    await page.getByRole('table').waitFor();
    const asked = () => questions.splice(0);
    expect(asked()).toEqual(Array(5).fill('You have unsaved changes. Leave without saving them?'));

    await tab('Notifications').click();
    await page.getByLabel('Title').fill('Half a notification');
    answer = 'dismiss';
    await tab('Users').click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Half a notification');
    answer = 'accept';
    await tab('Users').click();
    expect(asked()).toEqual(Array(2).fill('The notification has not been created yet. Leave anyway?'));

    const openAda = row('ada').getByRole('button', { name: 'Ada Lovelace', exact: true });
    const notes = dialog().getByLabel('Admin Notes');
    const leaveNotes = 'The notes are not saved. Leave without saving them?';
    // As a dialog above the list, and as a page by its address: they close in different ways.
    for (const open of [() => openAda.click(), () => page.goto('/admin-page?user=ada')]) {
      await open();
      answer = 'dismiss';
      await notes.fill('Half a note');
      await page.keyboard.press('Escape');
      expect(questions).toEqual([leaveNotes]);
      expect(page.url()).toContain('user=ada');
      await dialog()
        .getByRole('tab', { name: /^Wallets/ })
        .click();
      await notes.waitFor({ state: 'hidden' });
      await dialog().getByRole('tab', { name: 'Actions' }).click();
      expect(await notes.inputValue()).toBe('Half a note');
      answer = 'accept';
      await page.keyboard.press('Escape');
      // The notes are in the page until the dialog is removed.
      await page.locator('[role=dialog]').waitFor({ state: 'detached' });
      expect(asked()).toEqual([leaveNotes, leaveNotes]);
    }
    page.removeAllListeners('dialog');
  });

  it('reports what could not be loaded', async () => {
    // From another tab, because the list loads when it appears.
    await tab('Notifications').click();
    await page.getByLabel('Title').waitFor();
    await boss.context.setOffline(true);
    await tab('Users').click();
    await page.getByText('Error loading admin data. Please try again.').waitFor();
    await button('Try again').click();
    await page.getByText('Error loading admin data. Please try again.').waitFor();
    await isAccessible();
    // It loads again automatically.
    await boss.context.setOffline(false);
    await row('ada').waitFor();
    await page.goto('/admin-page?user=nobody_here');
    await dialog().getByText('There is no member with this username.').waitFor();
  });

  it.each(sampled(['light', 'dark'], 1))(
    'is accessible on a phone, in German, in the %s theme',
    async (theme) => {
      const person = await openPerson(browser, instance.url);
      await person.context.addCookies(await boss.context.cookies());
      await person.context.addInitScript(
        `localStorage.setItem('ui-theme', '${theme}'); localStorage.setItem('ui-language', 'de');`,
      );
      await person.page.setViewportSize({ width: 320, height: 640 });
      await person.page.goto('/admin-page');
      const views = person.page.getByRole('tablist', { name: 'Bereiche der Verwaltung' });
      const ways = [
        ...['Übersicht', 'Mitglieder', /^Verifizierung/, 'Benachrichtigungen'].map((name) =>
          views.getByRole('tab', { name }),
        ),
        person.page.getByRole('link', { name: 'Einstellungen der Website', exact: true }),
      ];
      for (const way of ways) {
        await way.click();
        await expect
          .poll(() => person.page.getByRole('status', { name: 'Wird geladen' }).count(), inTime)
          .toBe(0);
        expect(await axeViolations(person.page)).toEqual([]);
        expect(await person.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
      await person.page.goto('/admin-page?user=mallory');
      await person.page.getByRole('dialog').getByLabel('Kontoart').waitFor();
      expect(await axeViolations(person.page)).toEqual([]);
      expect(person.complaints).toEqual([]);
      await person.context.close();
    },
  );
});
