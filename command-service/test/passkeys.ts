import { passkeyCreationSchema, passkeyRequestSchema } from '@pmcw/contracts';
import {
  type Ceremony,
  type TestPasskey,
  type TestPasskeyOptions,
  testPasskey,
} from '@pmcw/testing/passkeys';
import * as v from 'valibot';
import { type Answer, type Browser, publicUrl } from './running.ts';

/** A passkey for the pages of this site. */
export const newKey = (more: Partial<TestPasskeyOptions> = {}): TestPasskey =>
  testPasskey({ origin: publicUrl, ...more });

/** What a browser is told to make a passkey by. */
export const offered = async (browser: Browser) =>
  v.parse(passkeyCreationSchema, JSON.parse((await browser.post('/api/user/passkeys/options')).text));

/** What a browser is told to ask for a passkey by; to sign in unless another path is named. */
export const asked = async (browser: Browser, path = '/api/login/passkey/options') =>
  v.parse(passkeyRequestSchema, JSON.parse((await browser.post(path)).text));

/** Adds a passkey to the ways in which whoever has the browser signs in. */
export async function add(browser: Browser, key: TestPasskey, ceremony: Ceremony = {}): Promise<Answer> {
  return browser.post('/api/user/passkeys', { credential: key.make(await offered(browser), ceremony) });
}

/** Signs a browser in. */
export async function signInWith(
  key: TestPasskey,
  browser: Browser,
  ceremony: Ceremony = {},
): Promise<Answer> {
  return browser.post('/api/login/passkey', { credential: key.answer(await asked(browser), ceremony) });
}

/** Removes a way to sign in. */
export const remove = (browser: Browser, id: unknown): Promise<Answer> =>
  browser.call('DELETE', `/api/user/sign-in-methods/${String(id)}`);

/** What an answer says: its status, code and sentence. */
export const said = ({ status, body }: Answer) => [status, body.code ?? null, body.detail ?? null];
