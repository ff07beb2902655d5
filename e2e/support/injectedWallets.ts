import type { TestWallet } from '@pmcw/testing/wallets';
import { base58 } from '@scure/base';
import type { Page } from 'playwright-core';

/** A wallet in a page like that of an extension; its keys and its person are in the spec. */
export interface InjectedWallet {
  /** The open chain, as in EIP-1193; unused for Solana. */
  chainId: string;
  /** Accounts that the site may see, the selected one first. */
  accounts: readonly string[];
  /** Accounts that the site may see after asking the wallet to let the person choose again. */
  otherAccounts: readonly string[];
  /** The person's answers to signing requests; all but the last are used once. */
  answers: readonly Answer[];
}
type Answer = 'signs' | 'declines' | 'does not answer';

/** Reply to a page's wallet: the result, or an error of EIP-1193. */
type WalletAnswer = { readonly result: unknown } | { readonly error: { code: number; message: string } };

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" rx="2" fill="#7aa2ff"/></svg>',
)}`;

const rejected: WalletAnswer = { error: { code: 4001, message: 'User rejected the request.' } };

/** Returns the person's answer to the next request; `sign` makes the signature. */
function answered(wallet: InjectedWallet, sign: () => unknown): WalletAnswer | Promise<WalletAnswer> {
  const [answer = 'signs', ...later] = wallet.answers;
  if (later.length > 0) wallet.answers = later;
  if (answer === 'does not answer') return new Promise(() => undefined);
  return answer === 'signs' ? { result: sign() } : rejected;
}

const announcing = (ask: string, info: object) => `(() => {
  const request = async ({ method, params = [] }) => {
    const { result, error } = await window[${JSON.stringify(ask)}](method, params);
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };
  const detail = Object.freeze({ info: ${JSON.stringify(info)}, provider: { request } });
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
})()`;

/**
 * Injects a wallet of EVM networks into pages that load from now on (EIP-6963, EIP-1193).
 * @param keys for signatures
 */
export async function injectEvmWallet(
  page: Page,
  name: string,
  keys: readonly TestWallet[],
): Promise<InjectedWallet> {
  const wallet: InjectedWallet = {
    chainId: '0x1',
    accounts: keys.map(({ address }) => address.toLowerCase()),
    otherAccounts: [],
    answers: ['signs'],
  };
  const answerTo = (method: string, params: readonly unknown[]): WalletAnswer | Promise<WalletAnswer> => {
    switch (method) {
      case 'eth_chainId':
        return { result: wallet.chainId };
      case 'eth_requestAccounts':
        return { result: wallet.accounts };
      case 'wallet_requestPermissions':
        wallet.accounts = wallet.otherAccounts;
        return { result: [] };
      case 'personal_sign': {
        const [hex, account] = params.map(String);
        const key = keys.find(({ address }) => address.toLowerCase() === account);
        const text = Buffer.from(hex?.slice(2) ?? '', 'hex').toString();
        return answered(wallet, () => key?.sign(text));
      }
      default:
        return { error: { code: 4200, message: `${method} is not known` } };
    }
  };
  const ask = `ask ${name}`;
  await page.exposeFunction(ask, answerTo);
  const info = { uuid: crypto.randomUUID(), name, icon, rdns: 'example.wallet' };
  await page.addInitScript({ content: announcing(ask, info) });
  return wallet;
}

const registering = (ask: string, name: string) => `(() => {
  const said = async (...question) => {
    const { result, error } = await window[${JSON.stringify(ask)}](...question);
    if (error) throw new Error(error.message);
    return result;
  };
  let accounts = [];
  const accountOf = (address) => ({
    address, publicKey: new Uint8Array(32), chains: ['solana:mainnet'], features: ['solana:signMessage'],
  });
  const signMessage = async ({ account, message }) => {
    const bytes = await said('sign', account.address, new TextDecoder().decode(message));
    return [{ signedMessage: message, signature: Uint8Array.from(bytes) }];
  };
  const connect = async () => {
    accounts = (await said('connect')).map(accountOf);
    return { accounts };
  };
  // The wallet writes the text itself, as in the standard.
  const signIn = async (input) => {
    await connect();
    const account = accounts.find(({ address }) => address === input.address);
    const text = [
      input.domain + ' wants you to sign in with your Solana account:', account.address, '', input.statement, '',
      'URI: ' + input.uri, 'Version: ' + input.version, 'Chain ID: ' + input.chainId, 'Nonce: ' + input.nonce,
      'Issued At: ' + input.issuedAt, 'Expiration Time: ' + input.expirationTime,
    ].join('\\n');
    const signedMessage = new TextEncoder().encode(text);
    return [{ account, signedMessage, signature: Uint8Array.from(await said('sign', account.address, text)) }];
  };
  const wallet = {
    version: '1.0.0', name: ${JSON.stringify(name)}, icon: ${JSON.stringify(icon)}, chains: ['solana:mainnet'],
    get accounts() { return accounts; },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'solana:signMessage': { version: '1.1.0', signMessage },
      'solana:signIn': { version: '1.0.0', signIn },
    },
  };
  const detail = (api) => api.register(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
  window.addEventListener('wallet-standard:app-ready', ({ detail: api }) => api.register(wallet));
})()`;

/**
 * Injects a Solana wallet into pages that load from now on (Wallet Standard).
 * @param keys for signatures
 */
export async function injectSolanaWallet(
  page: Page,
  name: string,
  keys: readonly TestWallet[],
): Promise<InjectedWallet> {
  const wallet: InjectedWallet = {
    chainId: '0x1',
    accounts: keys.map(({ address }) => address),
    otherAccounts: [],
    answers: ['signs'],
  };
  const answerTo = (
    question: string,
    account: string,
    text: string,
  ): WalletAnswer | Promise<WalletAnswer> => {
    if (question === 'connect') return { result: wallet.accounts };
    const key = keys.find(({ address }) => address === account);
    return answered(wallet, () => key && [...base58.decode(key.sign(text))]);
  };
  const ask = `ask ${name}`;
  await page.exposeFunction(ask, answerTo);
  await page.addInitScript({ content: registering(ask, name) });
  return wallet;
}
