import { type MailServerStandIn, startMailServer } from '@pmcw/testing/mail';
import { evmWallet } from '@pmcw/testing/wallets';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApi } from './support/api.ts';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson } from './support/browser.ts';
import { ofServer } from './support/hindrances.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { register, untilLive } from './support/member.ts';
import { listAndProve } from './support/proving.ts';
import { sideways } from './support/sideways.ts';

/** A browser asks for the session after the reset, and the other device uses the session that has ended. */
const nobodySignedIn = /401 \(Unauthorized\)/;

let server: MailServerStandIn;
let instance: Instance;
let browser: Browser;
beforeAll(async () => {
  server = await startMailServer();
  const settings = { SMTP_URL: server.url, MAIL_FROM: 'PMCW <no-reply@pmcw.example>' };
  [instance, browser] = await Promise.all([startInstance('postgres', { settings }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
  await server?.close();
});

it('a forgotten password: a mail, its link, a new password, and the other device is signed out', async () => {
  const [mira, elsewhere] = await Promise.all([
    openPerson(browser, instance.url, [nobodySignedIn]),
    openPerson(browser, instance.url, [nobodySignedIn]),
  ]);
  const live = untilLive(elsewhere.page);
  await register(elsewhere, 'Mira Sahin', 'mira');
  await live;
  const linkTo = (what: 'reset' | 'confirm') =>
    server
      .to('mira@example.org')
      .flatMap(({ text }) => new RegExp(`http:\\S+#${what}=\\S+`).exec(text ?? '') ?? []);

  // She confirms the address that she registered with, on another device than the one where she reads mail.
  const { page } = mira;
  await expect.poll(() => linkTo('confirm'), { timeout: 60_000 }).toHaveLength(1);
  const unconfirmed = elsewhere.page.getByRole('region', { name: 'Your email address is not confirmed.' });
  await unconfirmed.waitFor();
  expect(await axeViolations(elsewhere.page)).toEqual([]);
  await unconfirmed.getByRole('button', { name: 'Send the email again' }).click();
  await expect.poll(() => linkTo('confirm'), { timeout: 60_000 }).toHaveLength(2);
  await page.goto(linkTo('confirm')[0] ?? '');
  await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
  expect(page.url()).not.toContain('#');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Confirm email address' }).press('Enter');
  await page.getByRole('heading', { name: 'Email address confirmed' }).and(page.locator(':focus')).waitFor();
  // Another session does not wait for a position, so it may read data from before the confirmation.
  const reminders = async () => {
    await elsewhere.page.reload();
    await elsewhere.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    return unconfirmed.count();
  };
  await expect.poll(reminders, { timeout: 60_000 }).toBe(0);

  await page.goto('/auth');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot your password?' });
  await dialog.getByLabel('Username or email').fill('mira@example.org');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send me a link' }).click();
  await dialog.getByText('If there is such an account, an email is on its way.').waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await expect.poll(() => linkTo('reset')).toHaveLength(1);
  const [link = ''] = linkTo('reset');
  // The previous user of the account added a passkey and a wallet; one of them is hers.
  const ways = [
    { id: 'a', kind: 'passkey', name: 'Not mine', network: null, address: null },
    { id: 'b', kind: 'wallet', name: null, network: 'ETH', address: '0x1' },
  ].map((way) => ({ ...way, addedAt: '2026-03-14T15:09:26.535Z', lastUsedAt: null }));
  await page.route('**/api/reset-password/ways', (route) => route.fulfill({ json: ways, headers: ofServer }));
  await page.goto(link);
  await page.getByRole('group', { name: 'Other ways to sign in' }).waitFor();
  await page.getByLabel('Keep: Ethereum wallet, 0x1').check();
  expect(await page.getByLabel('Keep: Not mine').isChecked()).toBe(false);
  expect(await axeViolations(page)).toEqual([]);
  const used = page.waitForRequest('**/api/reset-password');
  await page.getByLabel('New password', { exact: true }).fill('another long password');
  await page.getByLabel('Confirm new password').fill('another long password');
  await page.getByRole('button', { name: 'Save new password' }).click();
  expect((await used).postDataJSON()).toMatchObject({ keep: ['b'] });
  await page.getByLabel('Username').fill('mira');
  await page.getByLabel('Password', { exact: true }).fill('another long password');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  await elsewhere.page.waitForURL('**/auth');
  await elsewhere.page.getByText('Your password was changed').waitFor();

  // A mail's address is shown in full on a phone too.
  const wallet = evmWallet();
  const { address } = wallet;
  const api = await openApi(instance.url, { storageState: await page.context().storageState() });
  const walletId = await listAndProve(api, wallet);
  const admitted = await api.post('/api/user/sign-in-methods/wallets', { data: { walletId } });
  expect(admitted.status()).toBe(204);
  const about = () => server.to('mira@example.org').find(({ text }) => text?.includes(address));
  await expect.poll(about, { timeout: 60_000 }).toBeDefined();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('about:blank');
  await page.setContent(about()?.html ?? '');
  await page.getByText(address).waitFor();
  expect(await sideways(page)).toEqual([]);
  expect([mira.complaints, elsewhere.complaints]).toEqual([[], []]);
});
