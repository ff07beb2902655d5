import { passkeyCreationSchema, passkeyRequestSchema } from '@pmcw/contracts';
import {
  type Ceremony,
  type TestPasskey,
  type TestPasskeyOptions,
  testPasskey,
} from '@pmcw/testing/passkeys';
import * as v from 'valibot';
import { type Answer, type Browser, publicUrl } from './browser.ts';

export const newKey = (more: Partial<TestPasskeyOptions> = {}): TestPasskey =>
  testPasskey({ origin: publicUrl, ...more });

/** Options to create a passkey. */
export const offered = async (browser: Browser) =>
  v.parse(passkeyCreationSchema, JSON.parse((await browser.post('/api/user/passkeys/options')).text));

/** Challenge for a passkey, for a sign-in by default. */
export const asked = async (browser: Browser, path = '/api/login/passkey/options') =>
  v.parse(passkeyRequestSchema, JSON.parse((await browser.post(path)).text));

/** Adds a passkey to the browser’s member. */
export async function add(browser: Browser, key: TestPasskey, ceremony: Ceremony = {}): Promise<Answer> {
  return browser.post('/api/user/passkeys', { credential: key.make(await offered(browser), ceremony) });
}

export async function signInWith(
  key: TestPasskey,
  browser: Browser,
  ceremony: Ceremony = {},
): Promise<Answer> {
  return browser.post('/api/login/passkey', { credential: key.answer(await asked(browser), ceremony) });
}

export const remove = (browser: Browser, id: unknown): Promise<Answer> =>
  browser.call('DELETE', `/api/user/sign-in-methods/${String(id)}`);

/** Status, code and detail of an answer. */
export const said = ({ status, body }: Answer) => [status, body.code ?? null, body.detail ?? null];
