import {
  addedPasskeySchema,
  type PasskeyAnswer,
  type PasskeyCreation,
  type PasskeyRequest,
  passkeyCreationSchema,
  passkeyRequestSchema,
} from '@pmcw/contracts';
import { fetchJson } from '../../base/api/client.ts';
import { sentenceOf } from '../../base/api/errors.ts';
import { signInMethods } from '../../base/words/en/signInMethods.ts';
import { currentWords } from '../../base/words/words.ts';

/** Why the browser has no passkey for us. */
export type PasskeyFailure = 'cancelled' | 'present' | 'unsupported' | 'unknown';

/** The browser made no passkey, or answered by none. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly reason: PasskeyFailure;

  constructor(reason: PasskeyFailure, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;

const load = () => import('@simplewebauthn/browser');

/** What the browser throws, by the names that WebAuthn gives. */
export function failureOf(error: unknown): PasskeyFailure {
  const names = [error, error instanceof Error ? error.cause : null].map((each) =>
    each instanceof Error ? each.name : '',
  );
  if (names.includes('NotAllowedError') || names.includes('AbortError')) return 'cancelled';
  if (names.includes('InvalidStateError')) return 'present';
  if (names.includes('SecurityError') || names.includes('NotSupportedError')) return 'unsupported';
  return 'unknown';
}

async function ceremony<T>(go: (browser: Awaited<ReturnType<typeof load>>) => Promise<T>): Promise<T> {
  if (!knowsPasskeys()) throw new PasskeyError('unsupported');
  const browser = await load();
  try {
    return await go(browser);
  } catch (error) {
    throw new PasskeyError(failureOf(error), error);
  }
}

/** Has the browser sign by a passkey. @throws PasskeyError */
const answerTo = (options: PasskeyRequest, useBrowserAutofill = false): Promise<PasskeyAnswer> =>
  ceremony(({ startAuthentication }) => startAuthentication({ optionsJSON: options, useBrowserAutofill }));

/**
 * Has the browser make a passkey, and adds it to the member's ways to sign in; resolves with its name.
 * @throws PasskeyError, ApiError, NetworkError
 */
export async function addPasskey(): Promise<string> {
  const path = '/api/user/passkeys';
  const options: PasskeyCreation = await fetchJson(`${path}/options`, passkeyCreationSchema, {
    method: 'POST',
  });
  const credential = await ceremony(({ startRegistration }) => startRegistration({ optionsJSON: options }));
  const { name } = await fetchJson(path, addedPasskeySchema, { method: 'POST', body: { credential } });
  return name;
}

/** What a passkey of this browser signed, when asked at this path. @throws PasskeyError, ApiError, NetworkError */
export async function askPasskey(path: string): Promise<PasskeyAnswer> {
  return answerTo(await fetchJson(path, passkeyRequestSchema, { method: 'POST' }));
}

/**
 * The same, offered by the browser where the username is typed, for as long as the page is there; null where the browser can't do that.
 * @throws PasskeyError, ApiError, NetworkError
 */
export async function offerPasskeys(path: string): Promise<PasskeyAnswer | null> {
  const { browserSupportsWebAuthnAutofill } = await load();
  if (!knowsPasskeys() || !(await browserSupportsWebAuthnAutofill())) return null;
  return answerTo(await fetchJson(path, passkeyRequestSchema, { method: 'POST' }), true);
}

/** Stops what the browser is asked for. */
export async function stopAsking(): Promise<void> {
  const { WebAuthnAbortService } = await load();
  WebAuthnAbortService.cancelCeremony();
}

/** What to say of anything that went wrong here. */
export const sentenceOfFailure = (error: unknown): string =>
  error instanceof PasskeyError ? currentWords(signInMethods).failures[error.reason] : sentenceOf(error);
