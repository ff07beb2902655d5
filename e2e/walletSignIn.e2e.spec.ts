import { ProblemError, texts } from '@pmcw/contracts';
import { evmWallet, solanaWallet } from '@pmcw/testing/wallets';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi } from './support/api.ts';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { type InjectedWallet, injectEvmWallet, injectSolanaWallet } from './support/injectedWallets.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { loggedOutMeanwhile } from './support/member.ts';
import { listAndProve } from './support/proving.ts';

const ether = evmWallet();
const otherEther = evmWallet();
const sol = solanaWallet();

describe('signing in with a wallet', () => {
  let instance: Instance;
  let browser: Browser;
  let lena: Person;
  let page: Page;
  let fox: InjectedWallet;
  beforeAll(async () => {
    [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
    lena = await openPerson(browser, instance.url, [
      loggedOutMeanwhile,
      /status of 404 \(Not Found\) \(\S+\/api\/login\/wallet\)/,
      /status of 409 \(Conflict\) \(\S+\/api\/register\/wallet\/options\)/,
      /status of 403 \(Forbidden\) \(\S+\/api\/user\/wallets\/\S+\)/,
      /status of 400 \(Bad Request\) \(\S+\/api\/login\/wallet\)/,
    ]);
    ({ page } = lena);
    page.on('dialog', (asked) => void asked.accept());
    fox = await injectEvmWallet(page, 'Fox', [ether, otherEther]);
    await injectSolanaWallet(page, 'Ghost', [sol]);
    await page.goto('/auth');
  });
  afterAll(async () => {
    await browser?.close();
    await instance?.remove();
  });

  const dialog = (name = 'Continue with a wallet') => page.getByRole('dialog', { name });
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const card = () => page.getByRole('region', { name: 'Ways to sign in' });
  const row = (name: string) => card().getByRole('listitem').filter({ hasText: name });
  const untilSignedIn = () => page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  const leave = async () => {
    await press('Logout');
    await page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
    await page.goto('/auth');
    await press('Continue with a wallet');
  };

  it('reports calmly that it was declined, and lets new members register without a password', async () => {
    fox.answers = ['declines', 'signs'];
    await page.getByRole('tab', { name: 'Register' }).click();
    await press('Continue with a wallet');
    await dialog().getByRole('button', { name: 'Sign with Ghost Solana' }).waitFor();
    await press('Sign with Fox Ethereum');
    await dialog().getByText('Which Fox account do you want to sign with?').waitFor();
    await press(new RegExp(`${ether.address.slice(-6)}$`, 'i'));
    await dialog().getByText('You declined in Fox.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    fox.accounts = [ether.address.toLowerCase()];
    await press('Sign with Fox Ethereum');

    const form = dialog('Create your account');
    await form.getByText(ether.address, { exact: false }).waitFor();
    await form.getByLabel('Full name').fill('Lena Weber');
    await form.getByLabel('Username').fill('admin');
    await form.getByLabel('Email').fill('lena@example.org');
    await form.getByLabel(/^I agree/).check();
    await press('Continue');
    await form.getByText('This username is reserved.').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await form.getByLabel('Username').fill('lena');
    await press('Continue');
    await form.getByText(`I am @lena on ${new URL(instance.url).host}`).waitFor();
    await press('Sign with Fox');
    await untilSignedIn();
    await row('Ethereum wallet').getByText(ether.address).waitFor();
    await card().getByText('This is your only way to sign in.').waitFor();
  });

  it('signs in, adds another wallet, and removes an address after confirming the member’s identity', async () => {
    await leave();
    // Listed on Ethereum: the key is the same on every chain.
    fox.chainId = '0x38';
    const asked = page.waitForRequest('**/api/login/wallet/options');
    await press('Sign with Fox Ethereum');
    expect((await asked).postDataJSON()).toMatchObject({ network: 'BSC' });
    await untilSignedIn();
    const api = await openApi(instance.url, { storageState: await lena.context.storageState() });
    await listAndProve(api, sol);
    // With the position of these changes, so that the page's next read includes them.
    await lena.context.addCookies((await api.storageState()).cookies);
    await api.dispose();
    await page.reload();
    await card().getByRole('button', { name: 'Add a wallet' }).click();
    await press(`Add Solana …${sol.address.slice(-4)}`);
    await row('Solana wallet').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    // As if more than five minutes had passed.
    const refusal = new ProblemError('fresh_proof_required', texts.refusals.freshProofRequired).toProblem();
    const stale = (route: Route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(refusal) });
    await page.route('**/api/user/wallets/*', stale, { times: 1 });
    await press('Remove Ethereum address');
    await press(/^Confirm with a wallet Ethereum/);
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.getByText(/^Confirm to .* that it is you\./m).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await press('Sign with Fox');
    await row('Ethereum wallet').waitFor({ state: 'detached' });
    await card().getByText('This is your only way to sign in.').waitFor();
  });

  it('signs in with a wallet that writes the text itself, and with a text copied to another device', async () => {
    await leave();
    await press('Sign with Ghost Solana');
    await untilSignedIn();

    await leave();
    await page.getByRole('tab', { name: 'Elsewhere' }).click();
    await dialog().getByRole('combobox', { name: 'Network' }).click();
    await page.getByRole('option', { name: 'Solana' }).click();
    await dialog().getByLabel('Wallet address').fill(sol.address);
    await press('Get the text to sign');
    const text = dialog().getByText('wants you to sign in with your Solana account');
    const message = String(await text.textContent());
    const field = dialog().getByLabel('Signature');
    await field.fill(sol.sign(`${message}\n`));
    await dialog().getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog().getByText('This signature does not prove the address.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await field.fill(sol.sign(message));
    await dialog().getByRole('button', { name: 'Sign in', exact: true }).click();
    await untilSignedIn();
    expect(lena.complaints).toEqual([]);
  });
});
