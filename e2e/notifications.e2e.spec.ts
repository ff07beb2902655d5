import type { APIRequestContext, Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminRequests } from './support/adminRequests.ts';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { login, register, toast } from './support/member.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const rings = (page: Page, unread: number) =>
  page.getByRole('button', { name: `Notifications, ${unread} unread`, exact: true }).waitFor();
const isSilent = (page: Page) => page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
const dropdown = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const item = (page: Page, title: string) => dropdown(page).getByRole('listitem').filter({ hasText: title });

describe('the notifications bell', () => {
  let instance: Instance;
  let browser: Browser;
  let admin: APIRequestContext;
  beforeAll(async () => {
    [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
    admin = await adminRequests(instance);
  });
  afterAll(async () => {
    await admin?.dispose();
    await browser?.close();
    await instance?.remove();
  });

  const tell = (title: string) =>
    admin.post('/api/admin/notifications', { data: { title, message: `About ${title}`, isActive: true } });

  it('rings live on every device of a member; read on one means read on the other', async () => {
    const laptop = await openPerson(browser, instance.url);
    await register(laptop, 'Lena Weber', 'lena');
    const telephone = await openPerson(browser, instance.url);
    await telephone.page.setViewportSize({ width: 320, height: 640 });
    await login(telephone, 'lena');
    for (const { page } of [laptop, telephone]) {
      await isSilent(page);
      await bell(page).click();
      await dropdown(page).getByText('No notifications yet').waitFor();
      await page.keyboard.press('Escape');
    }

    await tell('Maintenance');
    for (const { page } of [laptop, telephone]) {
      await toast(page, 'About Maintenance').waitFor();
      await rings(page, 1);
    }

    await bell(laptop.page).click();
    expect(await axeViolations(laptop.page)).toEqual([]);
    await item(laptop.page, 'Maintenance')
      .getByRole('button', { name: /^Unread: Maintenance/ })
      .click();
    await item(laptop.page, 'Maintenance').getByText('• Read').waitFor();
    await isSilent(laptop.page);
    await laptop.page.mouse.click(20, 700);
    await dropdown(laptop.page).waitFor({ state: 'detached' });

    await telephone.page.reload();
    await isSilent(telephone.page);
    await bell(telephone.page).click();
    await item(telephone.page, 'Maintenance').getByText('• Read').waitFor();
    const box = await dropdown(telephone.page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
    expect([...laptop.complaints, ...telephone.complaints]).toEqual([]);
    await Promise.all([laptop.context.close(), telephone.context.close()]);
  });

  it('works by keyboard alone: marks all as read, deletes one permanently, keeps focus', async () => {
    const person = await openPerson(browser, instance.url);
    const { page, context, complaints } = person;
    await register(person, 'Omar Haddad', 'omar');
    await tell('First');
    await tell('Second');
    await rings(page, 3);

    await bell(page).press('Enter');
    await dropdown(page).waitFor();
    await page.keyboard.press('Enter');
    await dropdown(page).waitFor({ state: 'detached' });
    await isSilent(page);
    await expect.poll(() => page.locator('*:focus').getAttribute('aria-label')).toBe('Notifications');

    await page.keyboard.press('Enter');
    const remove = item(page, 'Second').getByRole('button', { name: 'Delete notification: Second' });
    await remove.press('Enter');
    await expect.poll(() => item(page, 'Second').count()).toBe(0);
    const focused = page.locator('*:focus');
    expect(await focused.getAttribute('aria-label')).toBe('Delete notification: First');
    await page.keyboard.press('Escape');
    await page.reload();
    await bell(page).click();
    await item(page, 'First').waitFor();
    expect(await item(page, 'Second').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows "9+" for more than nine, and reverts refused changes', async () => {
    const person = await openPerson(browser, instance.url);
    const { page, context, complaints } = person;
    await register(person, 'Mira Novak', 'mira');
    for (let count = 1; count <= 10; count += 1) await tell(`Number ${count}`);
    await bell(page).filter({ hasText: '9+' }).waitFor();

    await page.route('**/api/notifications/*/read', (route) => route.fulfill({ status: 503 }));
    const before = await bell(page).getAttribute('aria-label');
    await bell(page).click();
    await item(page, 'Number 7')
      .getByRole('button', { name: /^Unread/ })
      .click();
    await toast(page, 'Error updating notifications').waitFor();
    await item(page, 'Number 7')
      .getByRole('button', { name: /^Unread/ })
      .waitFor();
    expect(await bell(page).getAttribute('aria-label')).toBe(before);
    const box = await dropdown(page).boundingBox();
    expect([box?.width, box?.height]).toEqual([320, 384]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
