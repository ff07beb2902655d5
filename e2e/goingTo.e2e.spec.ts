import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPerson } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, password, registerUnseen } from './support/member.ts';

let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  for (const [fullName, username] of [
    ['Mira Okafor', 'mira'],
    ['Lena Weber', 'lena'],
  ] as const) {
    const person = await openPerson(browser, instance.url);
    await registerUnseen(person, fullName, username);
    await person.context.close();
  }
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

const pathOf = (page: Page) => expect.poll(() => new URL(page.url()).pathname);

it('leads to a page for members after signing in', async () => {
  const lena = await openPerson(browser, instance.url);
  const { page } = lena;
  await page.goto('/dashboard/activity');
  await pathOf(page).toBe('/auth');
  expect(new URL(page.url()).search).toBe('');
  await signIn(page);
  await pathOf(page).toBe('/dashboard/activity');
  await lena.context.close();
});

it('leads from a card to the conversation with its member', async () => {
  const lena = await openPerson(browser, instance.url);
  const { page } = lena;
  await page.goto('/directory');
  await page.getByRole('link', { name: 'Message Mira Okafor' }).click();
  await signIn(page);
  await composer(page).waitFor();
  await page.getByRole('region', { name: 'Mira Okafor' }).waitFor();
  await lena.context.close();
});

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('lena');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}
