import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import {
  ProblemError,
  proveWalletBodySchema,
  texts,
  type Wallet,
  walletSchema,
  wellKnown,
} from '@pmcw/contracts';
import { signedProfileSchema } from '@pmcw/contracts/signedProfiles';
import { freePort } from '@pmcw/testing';
import { bip322Wallet, evmWallet, solanaWallet, type TestWallet } from '@pmcw/testing/wallets';
import type { Browser, Page, Route } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { type InjectedWallet, injectEvmWallet, injectSolanaWallet } from './support/injectedWallets.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { password, register, registerUnseen } from './support/member.ts';
import { root } from './support/process.ts';

const ether = evmWallet();
const otherEther = evmWallet();
/** Another member lists it first, and can't prove it. */
const squatted = evmWallet();
const sol = solanaWallet();
const bitcoin = bip322Wallet('taproot');
/** A network without proofs. */
const cardano = {
  network: 'ADA',
  address: 'addr1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg0yu80w',
};

/** Runs between the commit that adds the dialog and Radix's effects that make it the top layer. */
const escapeAtSecondDialog = `
  new MutationObserver((_, watch) => {
    if (document.querySelectorAll('[role=dialog]').length < 2) return;
    watch.disconnect();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  }).observe(document.body, { childList: true, subtree: true });
`;

describe('proving ownership of addresses', () => {
  let instance: Instance;
  let browser: Browser;
  let lena: Person;
  let page: Page;
  let fox: InjectedWallet;
  beforeAll(async () => {
    [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
    lena = await openPerson(
      browser,
      instance.url,
      [
        /status of 400 \(Bad Request\) \(\S+\/proof\)/,
        /status of 403 \(Forbidden\) \(\S+\/sign-in-methods\/wallets\)/,
        /status of 409 \(Conflict\) \(\S+\/api\/user\/wallets\)/,
      ],
      {
        permissions: ['clipboard-read', 'clipboard-write'],
      },
    );
    ({ page } = lena);
    fox = await injectEvmWallet(page, 'Fox', [ether, otherEther, squatted]);
    await injectSolanaWallet(page, 'Ghost', [sol]);
    await register(lena, 'Lena Weber', 'lena');
    for (const { network, address } of [ether, sol, bitcoin, cardano]) {
      const answer = await page.request.post('/api/user/wallets', {
        headers: { origin: instance.url },
        data: { network, address },
      });
      expect(answer.status()).toBe(201);
    }
    await page.goto('/dashboard/profile');
  });
  afterAll(async () => {
    await browser?.close();
    await instance?.remove();
  });

  const rowOf = ({ address }: Pick<TestWallet, 'address'>) =>
    page.getByRole('listitem').filter({ hasText: address });
  const dialog = () => page.getByRole('dialog', { name: "Prove it's yours" });
  const open = async (wallet: TestWallet) => {
    await rowOf(wallet)
      .getByRole('button', { name: /^Prove it's yours/ })
      .click();
    await dialog().getByText(wallet.address).first().waitFor();
  };
  const press = (name: string | RegExp) => dialog().getByRole('button', { name }).click();
  const untilProved = (network: string) =>
    dialog()
      .getByRole('heading', { name: `This ${network} address is proved` })
      .waitFor();
  const offer = () => dialog().getByRole('button', { name: 'Sign in with it too' });
  const close = async (wallet: TestWallet, network: string) => {
    await untilProved(network);
    await press('Done');
    await dialog().waitFor({ state: 'detached' });
    await rowOf(wallet)
      .getByText(/^Proved by signature on /)
      .waitFor();
  };
  const listed = async (): Promise<readonly Wallet[]> =>
    v.parse(v.array(walletSchema), await (await page.request.get('/api/user/wallets')).json());

  it('with an extension that first has another account, does not answer, or is declined', async () => {
    fox.accounts = [otherEther.address.toLowerCase()];
    fox.otherAccounts = [otherEther.address.toLowerCase(), ether.address.toLowerCase()];
    fox.answers = ['does not answer', 'declines', 'signs'];
    await open(ether);
    await press('Sign with Fox');
    await dialog().getByText('Fox is using another account').waitFor();
    await dialog().getByText(otherEther.address.toLowerCase()).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await press('Choose another account');
    await dialog().getByText('Fox asks you to sign the text.').waitFor();
    await press('Stop waiting');
    await press('Sign with Fox');
    await dialog().getByText('You declined in Fox.').waitFor();
    await press('Sign with Fox');
    await untilProved('Ethereum');
    // As if more than five minutes had passed since the sign-in.
    const refusal = new ProblemError('fresh_proof_required', texts.refusals.freshProofRequired).toProblem();
    const stale = (route: Route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(refusal) });
    await page.route('**/api/user/sign-in-methods/wallets', stale, { times: 2 });
    // Escape, pressed while a second dialog opens, does not close the one below.
    await page.evaluate(escapeAtSecondDialog);
    await offer().click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    // Cancelling leaves everything as it was.
    await proof.getByRole('button', { name: 'Close' }).click();
    await proof.waitFor({ state: 'detached' });
    await offer().and(page.locator(':focus')).waitFor();
    await offer().click();
    await proof.getByLabel('Password', { exact: true }).fill(password);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await dialog().getByText('You can sign in with it now.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await close(ether, 'Ethereum');
    // Focus returns to the button that proves the address again.
    await expect
      .poll(() => page.evaluate('document.activeElement.textContent'), { timeout: 60_000 })
      .toBe('Prove again');
    await page.keyboard.press('Enter');
    await dialog()
      .getByText(/A new proof will replace it\.$/)
      .waitFor();
    await press('Close');
  });

  it('with a wallet of the Wallet Standard, the only one offered, and a new text when the first has expired', async () => {
    await open(sol);
    const offered = dialog().getByRole('button', { name: /^Sign with/ });
    await expect.poll(() => offered.allTextContents(), { timeout: 60_000 }).toEqual(['Sign with Ghost']);
    const text = dialog().getByRole('figure', { name: /^The text to sign/ });
    const first = await text.textContent();
    // As if the text had been used or expired: the server gets another one.
    const forgotten = (route: Route) => {
      const body = v.parse(proveWalletBodySchema, route.request().postDataJSON());
      return route.continue({ postData: JSON.stringify({ ...body, nonce: 'forgotten' }) });
    };
    await page.route('**/api/user/wallets/*/proof', forgotten, { times: 1 });
    await press('Sign with Ghost');
    await press('Get a new text');
    await expect.poll(() => text.textContent(), { timeout: 60_000 }).not.toBe(first);
    await press('Sign with Ghost');
    await close(sol, 'Solana');
  });

  it('by copying the text and pasting the signature', async () => {
    await open(bitcoin);
    await press('Copy text');
    await dialog().getByRole('button', { name: 'Copied' }).waitFor();
    const statement = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(statement).toContain(`I am @lena on ${new URL(instance.url).host}`);
    const field = dialog().getByLabel('Signature');
    const wrong = bitcoin.sign(`${statement}\n`);
    await field.fill(wrong);
    await press('Prove address');
    await dialog().getByText('This signature does not prove the address.').waitFor();
    expect(await field.inputValue()).toBe(wrong);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await axeViolations(page)).toEqual([]);
    await field.fill(bitcoin.sign(statement));
    await press('Prove address');
    await untilProved('Bitcoin');
    expect(await offer().count()).toBe(0);
    await close(bitcoin, 'Bitcoin');
  });

  it('shows text and signature in the list; addresses that can’t be proved have no button', async () => {
    const proofs = (await listed()).map(({ network, proof }) => [network, proof?.scheme ?? null]);
    expect(proofs).toEqual([
      ['ETH', 'eip-191'],
      ['SOL', 'ed25519'],
      ['BTC', 'bip-322'],
      ['ADA', null],
    ]);
    expect(await rowOf(cardano).getByRole('button').allTextContents()).toEqual(['']);
    expect(lena.complaints).toEqual([]);
  });

  it('of another member’s listed address removes it from their profile, which shows why', async () => {
    const squatter = await openPerson(browser, instance.url);
    await registerUnseen(squatter, 'Nils Grau', 'nils');
    const { network, address } = squatted;
    const listedByNils = await squatter.page.request.post('/api/user/wallets', {
      headers: { origin: instance.url },
      data: { network, address },
    });
    expect(listedByNils.status()).toBe(201);
    const form = page.locator('form').filter({ has: page.getByLabel('Address', { exact: true }) });
    await form.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Ethereum', exact: true }).click();
    await form.getByLabel('Address', { exact: true }).fill(address);
    await form.getByRole('button', { name: 'Add wallet address' }).click();
    await form.getByText('Is it yours?').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    fox.accounts = [address.toLowerCase()];
    await form.getByRole('button', { name: "Prove it's yours" }).click();
    await press('Sign with Fox');
    await close(squatted, 'Ethereum');
    await form.getByText('Is it yours?').waitFor({ state: 'detached' });
    await form.getByLabel('Address', { exact: true }).and(page.locator(':focus')).waitFor();
    expect(await form.getByLabel('Address', { exact: true }).inputValue()).toBe('');
    // Another member's change; these requests don't wait for it.
    const profileOfNils = async () => (await page.request.get('/api/profile/nils')).text();
    await expect.poll(profileOfNils, { timeout: 60_000 }).toContain('proved_by_another');
    await page.goto('/nils');
    const former = page.getByRole('listitem').filter({ hasText: address });
    await former.getByText(/because another member proved it is theirs/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await squatter.page.goto('/dashboard/activity');
    await squatter.page.getByText(/^A wallet address was removed from your profile/).waitFor();
    expect([lena.complaints, squatter.complaints]).toEqual([[], []]);
    await squatter.page.close();
  });

  it('is trusted by a page of another site, as documented, until it is tampered with', async () => {
    const proofs = async () => {
      const answer = await page.request.get(wellKnown.profileOf('lena'));
      return v
        .parse(signedProfileSchema, await answer.json())
        .claims.addresses.map(({ proof }) => proof !== null);
    };
    await expect.poll(proofs, { timeout: 60_000 }).toEqual([true, true, true, false, true]);
    const docs = await readFile(path.join(root, 'docs', 'profiles-elsewhere.md'), 'utf8');
    const [, example = ''] = /```html\n(.+?)```/s.exec(docs) ?? [];
    const body = example.replace('https://pmcw.example', instance.url).replace("'ada'", "'lena'");
    // A real site: Chromium does not consider a page made up by a route local, and denies it access to loopback.
    const port = await freePort();
    const site = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end(body));
    site.listen(port, '127.0.0.1');
    const elsewhere = await browser.newPage();
    await elsewhere.goto(`http://127.0.0.1:${port}/`);
    const proved = [ether, sol, bitcoin].map(({ network, address }) => `${network} ${address} (proved)`);
    const said = [...proved, `ADA ${cardano.address} (not proved)`, `ETH ${squatted.address} (proved)`].join(
      ', ',
    );
    await elsewhere.getByText(said, { exact: true }).waitFor();

    await elsewhere.route('**/lena.json', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: text.replace(ether.address, otherEther.address) });
    });
    await elsewhere.reload();
    await elsewhere.getByText('Not to be trusted: changed on its way', { exact: true }).waitFor();
    await elsewhere.close();
    site.close();
  });
});
