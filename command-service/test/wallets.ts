import {
  sessionUserSchema,
  walletChallengeSchema,
  walletSchema,
  walletSignInRequestSchema,
} from '@pmcw/contracts';
import type { TestWallet } from '@pmcw/testing/wallets';
import * as v from 'valibot';
import type { Answer, Browser } from './browser.ts';
import { registration } from './running.ts';

/** The text for a wallet to sign in. */
export const textFor = async (browser: Browser, { network, address }: TestWallet): Promise<string> => {
  const { text } = await browser.post('/api/login/wallet/options', { network, address });
  return v.parse(walletSignInRequestSchema, JSON.parse(text)).message;
};

/** Signs a browser in with a wallet. @param change replaces the text to sign */
export async function walletSignIn(
  browser: Browser,
  wallet: TestWallet,
  change: (message: string) => string = (message) => message,
): Promise<Answer> {
  const message = change(await textFor(browser, wallet));
  return browser.post('/api/login/wallet', { message, signature: wallet.sign(message) });
}

/** Lists and proves a wallet’s address; returns its id. */
export async function listAndProve(browser: Browser, wallet: TestWallet): Promise<string> {
  const { network, address } = wallet;
  const listed = await browser.post('/api/user/wallets', { network, address });
  const { id } = v.parse(walletSchema, JSON.parse(listed.text));
  const { text } = await browser.post(`/api/user/wallets/${id}/challenge`);
  const { nonce, statement } = v.parse(walletChallengeSchema, JSON.parse(text));
  await browser.post(`/api/user/wallets/${id}/proof`, { nonce, signature: wallet.sign(statement) });
  return id;
}

/** Makes a listed wallet a way to sign in. */
export const admit = (browser: Browser, walletId: string): Promise<Answer> =>
  browser.post('/api/user/sign-in-methods/wallets', { walletId });

/** The statement for a newcomer’s wallet to sign. */
export const askToRegister = (browser: Browser, username: string, { network, address }: TestWallet) =>
  browser.post('/api/register/wallet/options', { username, network, address });

/** Body of a registration with a wallet. */
export async function newcomer(browser: Browser, username: string, wallet: TestWallet) {
  const { text } = await askToRegister(browser, username, wallet);
  const { nonce, statement } = v.parse(walletChallengeSchema, JSON.parse(text));
  const { password: _, ...names } = registration(username);
  return { ...names, nonce, signature: wallet.sign(statement) };
}

/** Registers with a wallet; returns the new member’s id. */
export async function registerWith(browser: Browser, username: string, wallet: TestWallet): Promise<number> {
  const answer = await browser.post('/api/register/wallet', await newcomer(browser, username, wallet));
  return v.parse(sessionUserSchema, JSON.parse(answer.text)).id;
}
