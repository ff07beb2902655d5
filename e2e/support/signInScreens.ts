import {
  type OwnSignInMethod,
  type ProblemCode,
  ProblemError,
  texts,
  type Wallet,
  walletSchema,
} from '@pmcw/contracts';
import { evmWallet } from '@pmcw/testing/wallets';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { answer, hold, ofServer } from './hindrances.ts';
import type { statesOfSignIn } from './screenList.ts';
import type { Screen } from './walk.ts';

type State = (typeof statesOfSignIn)[number];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const said = (text: string | RegExp) => (page: Page) => page.getByText(text).first();
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

/** A site with a provider. */
const withGoogle = answer('/api/sign-in-options', { resetByMail: true, openid: { label: 'Google' } });
const fromGoogle = answer('/api/openid/pending', {
  ...{ label: 'Google', fullName: 'Amara Okafor', email: 'amara.okafor@mail.example' },
});
const refuse = (what: string, code: ProblemCode, detail: string) => {
  const problem = new ProblemError(code, detail).toProblem();
  return answer(what, problem, problem.status);
};
const unknownWallet = refuse('/api/login/wallet', 'wallet_unknown', texts.refusals.walletUnknown);
const unprovedWallet = refuse('/api/login/wallet', 'wallet_not_admitted', texts.refusals.walletNotAdmitted);

const [account, otherAccount] = [evmWallet().address, evmWallet().address];

/** Injects a wallet into an open page, which signs or declines all requests. */
const wallet = (name: string, accounts: readonly string[], signs = true) => `(() => {
  const icon = 'data:image/svg+xml,' + encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" rx="2" fill="#7aa2ff"/></svg>');
  const request = async ({ method }) => {
    if (method === 'eth_requestAccounts') return ${JSON.stringify(accounts)};
    if (method === 'eth_chainId') return '0x89';
    if (${!signs}) throw Object.assign(new Error('Declined'), { code: 4001 });
    return '0x' + 'ab'.repeat(65);
  };
  const detail = { info: { uuid: crypto.randomUUID(), name: '${name}', icon, rdns: 'example.wallet' }, provider: { request } };
  window.addEventListener('eip6963:requestProvider', () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })));
})()`;

const openWallets = (page: Page) => button(page, 'Continue with a wallet').click();
/** Presses a wallet at the log-in. */
async function signIn(page: Page, accounts: readonly string[] = [account], signs = true): Promise<void> {
  await page.evaluate(wallet('Fox', accounts, signs));
  await openWallets(page);
  await button(page, 'Sign with Fox').click();
}
async function registerWithWallet(page: Page): Promise<void> {
  await signIn(page);
  await dialog(page).getByLabel('Full name').fill('Amara Okafor');
  await dialog(page).getByLabel('Username').fill('amara_by_wallet');
  await dialog(page).getByLabel('Email').fill('amara.by.wallet@example.org');
  await dialog(page)
    .getByLabel(/^I agree/)
    .check();
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
}
async function askForText(page: Page): Promise<void> {
  await openWallets(page);
  await tab(page, 'Elsewhere');
  await page.getByLabel('Wallet address').fill(account);
  await button(page, 'Get the text to sign').click();
}

const walletsOf = async (page: Page): Promise<readonly Wallet[]> =>
  v.parse(v.array(walletSchema), await (await page.request.get('/api/user/wallets')).json());

const method = (kind: OwnSignInMethod['kind'], id: string, more: Partial<OwnSignInMethod> = {}) => ({
  ...{ kind, id, addedAt: '2026-03-14T15:09:26.535Z', name: null, lastUsedAt: null, isBackedUp: null },
  credentialId: null,
  ...more,
});
/** Shows the dashboard of a member who has every way to sign in except the given ones. */
const signingInBy =
  (...kinds: readonly OwnSignInMethod['kind'][]) =>
  async (page: Page) => {
    const proved = (await walletsOf(page)).find(({ proof }) => proof !== null);
    const lastUsedAt = '2026-11-02T08:30:00.000Z';
    const methods = [
      method('password', 'password'),
      method('passkey', 'a', { name: 'Amara’s telephone', lastUsedAt, isBackedUp: true }),
      method('passkey', 'b', { name: 'Security key in the desk at the office', isBackedUp: false }),
      method('wallet', proved?.id ?? ''),
      method('openid', 'c', { name: 'Google', lastUsedAt }),
    ].filter(({ kind }) => kinds.includes(kind));
    await page.route('**/api/user/sign-in-methods', (route) =>
      route.fulfill({ json: methods, headers: ofServer }),
    );
    await page.reload();
  };
const inEveryWay = signingInBy('password', 'passkey', 'wallet', 'openid');
/** Requests a change for which the last proof is too old. */
async function confirm(page: Page): Promise<void> {
  await inEveryWay(page);
  await button(page, 'Remove: Amara’s telephone').click();
  await button(page, 'Remove').last().click();
}
/** Proves an address; the server's answer is made up. */
async function prove(page: Page): Promise<void> {
  const [first] = await walletsOf(page);
  const signature = `0x${'ab'.repeat(65)}`;
  const proof = {
    statement: 'It is mine.',
    signature,
    scheme: 'eip-191',
    provedAt: '2026-03-14T15:09:26.535Z',
  };
  await page.route('**/api/user/wallets/*/proof', (route) =>
    route.fulfill({ json: { ...first, proof }, headers: ofServer }),
  );
  await button(page, /^Prove it's yours: Ethereum/).click();
  await page.getByLabel('Signature').fill(signature);
  await button(page, 'Prove address').click();
}

const door = { as: 'visitor', at: '/auth' } as const;
const dashboard = { as: 'member', at: '/dashboard/profile' } as const;
const bare = { as: 'newcomer', at: '/dashboard/profile' } as const;
const tooOld = refuse(
  '/api/user/sign-in-methods/',
  'fresh_proof_required',
  texts.refusals.freshProofRequired,
);

/** Ways to sign in: at the log-in, in the dashboard, and when confirming the member's identity. */
export const signInScreens: Record<State, Screen> = {
  'sign-in every-way': {
    ...door,
    hindered: [withGoogle],
    shows: (page) => button(page, 'Continue with Google'),
  },
  'sign-in register': {
    ...door,
    hindered: [withGoogle],
    reach: async (page) => {
      await button(page, 'Continue with Google').waitFor();
      await tab(page, 'Register');
    },
    shows: (page) => button(page, 'Create account'),
  },
  'sign-in wallets': {
    ...door,
    reach: async (page) => {
      for (const name of ['Fox', 'Lantern']) await page.evaluate(wallet(name, [account]));
      await openWallets(page);
    },
    shows: (page) => button(page, 'Sign with Lantern'),
  },
  'sign-in wallets-none': { ...door, reach: openWallets, shows: said('No wallet was found in this browser') },
  'sign-in wallets-elsewhere': {
    ...door,
    reach: async (page) => {
      await openWallets(page);
      await tab(page, 'Elsewhere');
    },
    shows: (page) => button(page, 'Get the text to sign'),
  },
  'sign-in wallets-text': { ...door, reach: askForText, shows: (page) => page.getByLabel('Signature') },
  'sign-in wallets-which': {
    ...door,
    reach: (page) => signIn(page, [account, otherAccount]),
    shows: said('Which Fox account do you want to sign with?'),
  },
  'sign-in wallets-declined': {
    ...door,
    reach: (page) => signIn(page, [account], false),
    shows: said('You declined in Fox.'),
  },
  'sign-in wallets-refused': {
    ...door,
    hindered: [unprovedWallet],
    reach: signIn,
    shows: said('Not signed in'),
  },
  'sign-in wallet-newcomer': {
    ...door,
    hindered: [unknownWallet],
    reach: signIn,
    shows: (page) => page.getByLabel('Full name'),
  },
  'sign-in wallet-statement': {
    ...door,
    hindered: [unknownWallet],
    reach: registerWithWallet,
    shows: said('This statement will be shown on your profile.'),
  },
  'sign-in provider-newcomer': {
    ...{ as: 'visitor', at: '/auth?openid=sign-up', hindered: [withGoogle, fromGoogle] },
    shows: (page) => page.getByRole('heading', { name: 'You come from Google' }),
  },
  'sign-in provider-member': {
    ...{ as: 'visitor', at: '/auth?openid=sign-up', hindered: [withGoogle, fromGoogle] },
    reach: (page) => tab(page, 'Have an account'),
    shows: (page) => button(page, 'Log in and add it'),
  },
  'ways password-only': { ...bare, shows: said('This is your only way to sign in.') },
  'ways every': {
    ...dashboard,
    hindered: [withGoogle],
    reach: inEveryWay,
    shows: (page) => button(page, 'Remove: Google'),
  },
  'ways adding-passkey': {
    ...dashboard,
    hindered: [hold('/api/user/passkeys/options')],
    reach: (page) => button(page, 'Add a passkey').click(),
    shows: (page) => page.locator('button[aria-busy=true]').first(),
    isWaiting: true,
  },
  'ways rename': {
    ...dashboard,
    reach: async (page) => {
      await inEveryWay(page);
      await button(page, 'Rename: Amara’s telephone').click();
    },
    shows: dialog,
  },
  'ways remove': {
    ...dashboard,
    reach: async (page) => {
      await inEveryWay(page);
      await button(page, /^Remove: Polygon/).click();
    },
    shows: (page) => page.getByRole('alertdialog'),
  },
  'ways add-wallet': {
    ...dashboard,
    reach: (page) => button(page, 'Add a wallet').click(),
    shows: (page) => button(page, /^Add Polygon/),
  },
  'ways add-wallet-none': {
    ...bare,
    reach: (page) => button(page, 'Add a wallet').click(),
    shows: said(/^You have no proven address to add/),
  },
  'ways confirm': {
    ...dashboard,
    hindered: [withGoogle, tooOld],
    reach: confirm,
    shows: (page) => button(page, /^Confirm with a wallet/),
  },
  'ways choose-password': {
    ...dashboard,
    reach: async (page) => {
      await signingInBy('wallet')(page);
      await button(page, 'Choose a password').click();
    },
    shows: dialog,
  },
  'ways proved': { ...dashboard, reach: prove, shows: (page) => button(page, 'Sign in with it too') },
};
