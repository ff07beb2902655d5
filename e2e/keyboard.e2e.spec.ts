import type { APIRequestContext, Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminRequests } from './support/adminRequests.ts';
import { launchBrowser, openPerson } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { messages } from './support/member.ts';
import { registerMany } from './support/screenMembers.ts';

const inTime = { timeout: 60_000, interval: 150 };
/** More than the focusable elements of any screen. */
const stopsMax = 100;

const hasFocus = async (locator: Locator) =>
  (await locator.and(locator.page().locator(':focus')).count()) === 1;
/** Whether it has an outline; menu items have a background instead. */
const outlined = `(() => {
  if (document.activeElement.matches('[role^=menuitem][data-highlighted]')) return true;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
  return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
})()`;

/** Presses Tab until an element has focus, which must then be visible. */
async function tabTo(page: Page, locator: Locator, key = 'Tab'): Promise<void> {
  await locator.first().waitFor();
  for (let stops = 0; !(await hasFocus(locator)); stops += 1) {
    if (stops > stopsMax) throw new Error(`${key} does not lead to ${locator}`);
    await page.keyboard.press(key);
  }
  expect(await page.evaluate(outlined), `The focus cannot be seen on ${locator}`).toBe(true);
}

async function press(page: Page, locator: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, locator);
  await page.keyboard.press(key);
}

const regains = (locator: Locator) => expect.poll(() => hasFocus(locator), inTime).toBe(true);

describe('by keyboard alone', () => {
  let instance: Instance;
  let browser: Browser;
  let admin: APIRequestContext;
  beforeAll(async () => {
    [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
    admin = await adminRequests(instance);
    await registerMany(instance, 15);
  });
  afterAll(async () => {
    await admin?.dispose();
    await browser?.close();
    await instance?.remove();
  });

  it('signs in, filters and pages the directory, shares a profile, writes to its member and verifies them', async () => {
    const { page, complaints, context } = await openPerson(browser, instance.url);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const main = page.getByRole('navigation', { name: 'Main' });
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Login' }).waitFor();

    // The skip link is first, visible, and skips the bar.
    await press(page, page.getByRole('link', { name: 'Skip to content' }));
    await regains(page.locator('#main'));

    await tabTo(page, page.getByLabel('Username'));
    await page.keyboard.type('admin');
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(instance.adminPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

    await press(page, main.getByRole('link', { name: 'Directory' }));
    await page.getByRole('heading', { name: 'Member Directory' }).waitFor();
    // A new screen starts at its top.
    await regains(page.locator('#main'));
    await press(page, page.getByRole('link', { name: /^Page 2/ }));
    await page.waitForURL('**/directory?page=2');
    // So does another page.
    const list = page.getByRole('list').filter({ has: page.getByRole('link', { name: /^View profile/ }) });
    await regains(list);
    await expect.poll(async () => (await list.boundingBox())?.y, inTime).toBeGreaterThan(0);
    await page.goto('/directory?page=9');
    await page.waitForURL('**/directory?page=2');
    await list
      .getByRole('link', { name: /^View profile/ })
      .first()
      .waitFor();

    const order = page.getByRole('combobox', { name: 'Sort' });
    await page.goto('/directory');
    await press(page, order);
    await page.getByRole('option', { name: 'Newest first' }).waitFor();
    await regains(page.getByRole('option', { name: 'By username' }));
    await page.keyboard.press('Home');
    await regains(page.getByRole('option', { name: 'Newest first' }));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/directory?sort=newest');
    await regains(order);

    await tabTo(page, page.getByRole('searchbox'), 'Shift+Tab');
    await page.keyboard.type('nobody');
    await press(page, button('Clear search'));
    await regains(page.getByRole('searchbox'));
    await page.keyboard.type('member_3');
    const card = page.getByRole('listitem').filter({ hasText: '@member_3' });
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count(), inTime).toBe(1);
    await press(page, card.getByRole('link', { name: /^View profile/ }));
    await page.waitForURL('**/member_3');

    await press(page, button('Options'));
    await page.getByRole('menuitem', { name: 'Send Message' }).waitFor();
    // It listens for keys once it has focus.
    await regains(page.locator('[role=menu]:focus, [role=menu] :focus'));
    await page.keyboard.press('Escape');
    await regains(button('Options'));

    await press(page, button('Share'));
    const dialog = page.getByRole('dialog', { name: 'Share this profile' });
    await press(page, dialog.getByRole('tab', { name: 'Share' }), 'ArrowRight');
    await dialog.getByLabel('Title').waitFor();
    // Focus stays inside.
    for (let stops = 0; stops < 12; stops += 1) {
      await page.keyboard.press('Tab');
      expect(await dialog.locator(':focus').count()).toBe(1);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await regains(button('Share'));

    await tabTo(page, button('Options'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Send Message' }).waitFor();
    await tabTo(page, page.getByRole('menuitem', { name: 'Send Message' }), 'ArrowDown');
    await page.keyboard.press('Enter');
    const composer = page.getByPlaceholder('Message');
    await regains(composer);
    await page.keyboard.type('Written without a mouse');
    await page.keyboard.press('Enter');
    await expect.poll(() => messages(page, 'Written without a mouse').count(), inTime).toBe(1);

    await press(page, main.getByRole('link', { name: 'Admin' }));
    await page.getByRole('heading', { name: 'Admin', level: 1 }).waitFor();
    const tab = (name: string) => page.getByRole('tab', { name });
    await press(page, tab('Dashboard'), 'ArrowRight');
    await regains(tab('Users'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Search users by username, name or email'));
    await page.keyboard.type('member_3');
    await page.keyboard.press('Enter');
    await page.getByText('Showing 1 of 1 users').waitFor();
    const row = page.getByRole('row').filter({ hasText: '@member_3' });
    const verified = row.getByRole('switch');
    await press(page, verified, 'Space');
    await expect.poll(() => verified.getAttribute('aria-checked'), inTime).toBe('true');
    // The switch moves before the server has answered.
    const users = async () => (await admin.get('/api/admin/users?query=member_3')).json();
    const isVerified = { users: [{ username: 'member_3', isAuthorized: true }] };
    await expect.poll(users, inTime).toMatchObject(isVerified);

    expect(complaints).toEqual([]);
    await context.close();
  });
});
