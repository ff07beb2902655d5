import { type OpenidProviderStandIn, startOpenidProvider } from '@pmcw/testing/openid';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { loggedOutMeanwhile, register } from './support/member.ts';
import { sideways } from './support/sideways.ts';

let provider: OpenidProviderStandIn;
let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  provider = await startOpenidProvider();
  const settings = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_LABEL: 'Example ID',
  };
  [instance, browser] = await Promise.all([startInstance('postgres', { settings }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
  await provider?.close();
});

/** The browser may leave the site only to go to the provider. */
const visitor = (...expected: RegExp[]) =>
  openPerson(browser, instance.url, [
    loggedOutMeanwhile,
    new RegExp(`^left the site: ${provider.issuer}/`),
    ...expected,
  ]);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const untilSignedIn = (page: Page) => page.getByRole('heading', { name: 'Dashboard' }).waitFor();
const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Ways to sign in' }).getByRole('listitem').filter({ hasText: name });
/** At the provider's own log-in. */
async function signInThere(page: Page, name: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}
async function leave(page: Page): Promise<void> {
  await press(page, 'Logout');
  await page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
  await page.goto('/auth');
}

it('all ways to sign in fit a small phone, in the longer words of German', async () => {
  const small = { locale: 'de-DE', viewport: { width: 320, height: 700 } };
  const { page, context } = await openPerson(browser, instance.url, [], small);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Weiter mit Example ID' }).waitFor();
  expect(await sideways(page)).toEqual([]);
  await context.close();
});

it('a new member registers with the provider, signs out, and in again', async () => {
  const { page, complaints } = await visitor();
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continue with Example ID' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await press(page, 'Continue with Example ID');
  // After going back from there, they can try again.
  await page.getByPlaceholder('Enter any login').waitFor();
  await page.goBack();
  await press(page, 'Continue with Example ID');
  await signInThere(page, 'nora');
  await page.getByRole('heading', { name: 'You come from Example ID' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  expect([await field('Full name').inputValue(), await field('Email').inputValue()]).toEqual([
    ...['Nora Provided', 'nora@provider.example'],
  ]);
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
  await field('Username').fill('nora');
  await page.getByLabel(/I agree/).check();
  await press(page, 'Create account');
  await untilSignedIn(page);
  expect(new URL(page.url()).search).toBe('');
  await row(page, 'Example ID').getByText('Not used yet').waitFor();
  await page.getByText('This is your only way to sign in.').waitFor();

  await leave(page);
  await press(page, 'Continue with Example ID');
  await page.getByText('Welcome back, Nora Provided!', { exact: true }).waitFor();
  await row(page, 'Example ID').getByText('Last used').waitFor();
  expect(complaints).toEqual([]);
});

it('a member adds it in the dashboard, or after a sign-in that started with the provider, and sees if it was cancelled', async () => {
  const ida = await visitor(/status of 409 \(Conflict\) \(\S+\/register\/openid\)/);
  const { page } = ida;
  await register(ida, 'Ida Lund', 'ida');
  await press(page, 'Add Example ID');
  await page.getByRole('link', { name: '[ Cancel ]' }).click();
  await page.getByText('You cancelled at the provider.', { exact: true }).waitFor();
  await press(page, 'Add Example ID');
  await signInThere(page, 'ida');
  await page.getByText('Way to sign in added', { exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await press(page, 'Remove: Example ID');
  await page.getByText('You will no longer be able to sign in with Example ID.').waitFor();
  await press(page, 'Remove');
  await row(page, 'Example ID').waitFor({ state: 'detached' });

  await leave(page);
  await press(page, 'Continue with Example ID');
  const comesFromThere = page.getByRole('heading', { name: 'You come from Example ID' });
  await comesFromThere.waitFor();
  const tickets = async () => (await page.context().cookies()).filter(({ name }) => name === 'openid_ticket');
  expect(await tickets()).toHaveLength(1);
  await press(page, 'Back to login');
  // The next user of the browser finds no trace of it.
  await expect.poll(tickets).toEqual([]);
  await press(page, 'Continue with Example ID');
  await comesFromThere.waitFor();
  await page.getByLabel('Username', { exact: true }).fill('ida_again');
  await page.getByLabel('Email', { exact: true }).fill('ida@example.org');
  await page.getByLabel(/I agree/).check();
  await press(page, 'Create account');
  await page.getByText('There is already an account here with this email address.').waitFor();
  await page.getByRole('tab', { name: 'Have an account' }).click();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel('Username').fill('ida');
  await page.getByLabel('Password', { exact: true }).fill('a long enough password');
  await press(page, 'Log in and add it');
  await untilSignedIn(page);
  await row(page, 'Example ID').waitFor();
  expect(ida.complaints).toEqual([]);
});
