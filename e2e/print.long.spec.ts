import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, messages, register, registerUnseen } from './support/member.ts';

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
let instance: Instance;
let browser: Browser;
let lena: Person;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  lena = await openPerson(browser, instance.url);
  await register(lena, 'Lena Weber', 'lena');
  const headers = { origin: instance.url };
  await lena.page.request.post('/api/user/wallets', { headers, data: { network: 'ETH', address } });
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

/** Everything that is left on paper, in black on white, without anything to press. */
async function expectPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  for (const part of ['body > #root > header', 'body > #root > nav', 'button', '[role=tablist]', 'form'])
    expect(await page.locator(part).locator('visible=true').count(), part).toBe(0);
  const colors = await page.evaluate(`[...new Set(
    [...document.querySelectorAll('main h1, main p, main li, main time, [role=dialog] h2, [role=dialog] p')]
      .filter((element) => element.checkVisibility())
      .map((element) => getComputedStyle(element).color),
  )]`);
  expect(colors).toEqual(['rgb(0, 0, 0)']);
  expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
    'rgb(255, 255, 255)',
  );
}

it('prints a profile with whole addresses', async () => {
  const { page } = lena;
  await page.goto('/lena');
  await page.getByText(address).first().waitFor();
  await expectPaper(page);
  expect(await page.getByText(address).first().isVisible()).toBe(true);
});

it('prints all messages of a thread, not only those in view', async () => {
  const mira = await openPerson(browser, instance.url);
  await registerUnseen(mira, 'Mira Okafor', 'mira');
  await mira.context.close();
  const { page } = lena;
  await page.emulateMedia({ media: null });
  await page.goto('/messages?user=mira');
  for (let n = 1; n <= 25; n += 1) {
    await composer(page).fill(`Message ${n} of many`);
    await composer(page).press('Enter');
  }
  await messages(page, 'Message 25 of many').waitFor();
  await expectPaper(page);
  const first = await messages(page, 'Message 1 of many').boundingBox();
  expect(first?.y).toBeGreaterThan(0);
});

it('prints an open dialog alone', async () => {
  const { page } = lena;
  await page.emulateMedia({ media: null });
  await page.goto('/lena');
  await page
    .getByRole('button', { name: /^Show the QR code/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText(address).waitFor();
  await expectPaper(page);
  expect(await page.locator('main').isVisible()).toBe(false);
});

it('closes the topmost dialog on going back and by Escape, not a toast', async () => {
  const { page } = lena;
  await page.emulateMedia({ media: null });
  await page.goto('/directory');
  await page
    .getByRole('link', { name: /^View profile/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const { pathname } = new URL(page.url());
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  // The browser returns to the address a moment after the dialog is closed.
  await page.waitForURL(`**${pathname}`);
  expect(pathname).not.toBe('/directory');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  const toast = page.locator('[data-toasts] > li');
  await toast.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await toast.count()).toBe(1);
  await page.goBack();
  await page.waitForURL('**/directory');
});
