import type { APIRequestContext, Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adminRequests } from './support/adminRequests.ts';
import { openApi } from './support/api.ts';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { login, password } from './support/member.ts';

const inTime = { timeout: 60_000, interval: 150 };
/** Complaints about refusals that specs provoke. */
const provoked = /409 \(Conflict\)/;

let instance: Instance;
let browser: Browser;
let boss: Person;
let page: Page;
let admin: APIRequestContext;

beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  admin = await adminRequests(instance);
  for (let n = 1; n <= 24; n += 1) {
    const username = `guest_${String(n).padStart(2, '0')}`;
    const api = await openApi(instance.url);
    const data = { fullName: `Guest ${n}`, username, email: `${username}@example.org`, password };
    expect((await api.post('/api/register', { data })).status()).toBe(201);
    await api.dispose();
  }
  boss = await openPerson(browser, instance.url, [provoked]);
  ({ page } = boss);
  await login(boss, 'admin', instance.adminPassword);
});
afterAll(async () => {
  await admin?.dispose();
  await browser?.close();
  await instance?.remove();
});
afterEach(() => {
  expect(boss.complaints).toEqual([]);
});

const row = (username: string): Locator => page.getByRole('row').filter({ hasText: `@${username}` });
const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const bar = () => page.getByRole('region', { name: 'Selection' });
const isAccessible = async () => expect(await axeViolations(page)).toEqual([]);

async function confirm(name: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
}

const countOf = async (filter: string): Promise<number> => {
  const answer: { pagination: { total: number } } = await (
    await admin.get(`/api/admin/users?${filter}`)
  ).json();
  return answer.pagination.total;
};

describe('an administrator who selects members', () => {
  it('verifies them at once, reads what failed, and undoes all of it', async () => {
    const { users } = await (await admin.get('/api/admin/users?query=guest_24')).json();
    await admin.patch(`/api/admin/users/${users[0].id}/suspend`, { data: { isSuspended: true } });
    await page.goto('/admin-page?tab=users');
    await row('guest_24').waitFor();
    await select('Guest 24').check();
    await select('Guest 23').check();
    await select('Guest 22').focus();
    await page.keyboard.press('Space');
    await bar().getByText('3 selected').waitFor();
    await isAccessible();
    await bar().getByRole('button', { name: 'Verify' }).click();
    await confirm('Cancel');
    await bar().getByText('3 selected').waitFor();
    await bar().getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('alertdialog').getByText('Verify 3 members?').waitFor();
    await isAccessible();
    await confirm('Verify');
    const result = page.getByRole('dialog', { name: 'Finished' });
    await result.getByText('2 of 3 done.').waitFor();
    await result
      .getByRole('listitem')
      .filter({ hasText: 'Guest 24' })
      .getByText('This member is suspended.')
      .waitFor();
    await isAccessible();
    expect(await countOf('isAuthorized=true')).toBe(2);
    await result.getByRole('button', { name: 'Undo all' }).click();
    await result.getByText('2 of 2 undone.').waitFor();
    await result.getByRole('button', { name: 'Close' }).last().click();
    await bar().waitFor({ state: 'detached' });
    await page.locator('[tabindex="-1"]:focus').waitFor();
    await expect.poll(() => countOf('isAuthorized=true'), inTime).toBe(0);
  });

  it('acts on all that match a filter, also on other pages', async () => {
    await page.goto('/admin-page?tab=users&query=guest_1');
    await row('guest_19').waitFor();
    await page.goto('/admin-page?tab=users&filter=unverified&query=guest');
    await row('guest_23').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bar().getByText('20 selected').waitFor();
    await bar().getByRole('button', { name: 'Select all 23' }).click();
    await bar().getByText('23 selected').waitFor();
    await bar().getByRole('button', { name: 'Suspend' }).click();
    await confirm('Suspend');
    const result = page.getByRole('dialog', { name: 'Finished' });
    await result.getByText('23 of 23 done.').waitFor();
    await result.getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => countOf('isSuspended=true'), inTime).toBe(24);
  });

  it('finds the batch in the history, and undoes it there', async () => {
    await page.goto('/admin-page?tab=history');
    await page
      .getByRole('link', { name: /suspended/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Undo the whole batch' }).click();
    await isAccessible();
    await confirm('Undo all');
    await page.getByRole('dialog', { name: 'Finished' }).getByText('23 of 23 undone.').waitFor();
    await expect.poll(() => countOf('isSuspended=true'), inTime).toBe(1);
  });

  it('dismisses reports with one reason, after which the queue is empty', async () => {
    const { users } = await (await admin.get('/api/admin/users?query=guest_0')).json();
    for (const { id } of users.slice(0, 2)) {
      const reported = { kind: 'profile', memberId: id };
      const answer = await admin.post('/api/reports', { data: { reported, reason: 'spam' } });
      expect(answer.status()).toBe(204);
    }
    await page.goto('/admin-page?tab=reports');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await bar().getByText('2 selected').waitFor();
    await isAccessible();
    await bar().getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('alertdialog').getByLabel('Reason').fill('Nothing wrong with them');
    await isAccessible();
    await confirm('Dismiss');
    const result = page.getByRole('dialog', { name: 'Finished' });
    await result.getByText('2 of 2 done.').waitFor();
    await result.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('No open reports').waitFor();
  });
});
