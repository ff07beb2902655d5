import {
  addedPasskeySchema,
  type PasskeyAnswer,
  type PasskeyCreation,
  type PasskeyRequest,
  passkeyCreationSchema,
  passkeyRequestSchema,
} from '@pmcw/contracts';
import { fetchJson } from '../../../base/api/client.ts';
import { sentenceOf } from '../../../base/api/errors.ts';
import { signInMethods } from '../../../base/words/en/signIn/signInMethods.ts';
import { currentWords } from '../../../base/words/words.ts';

export type PasskeyFailure = 'cancelled' | 'present' | 'unsupported' | 'unknown';

class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
  readonly reason: PasskeyFailure;

  constructor(reason: PasskeyFailure, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export const supportsPasskeys = (): boolean => 'PublicKeyCredential' in window;

const load = () => import('@simplewebauthn/browser');

export function passkeyFailureOf(error: unknown): PasskeyFailure {
  const names = [error, error instanceof Error ? error.cause : null].map((each) =>
    each instanceof Error ? each.name : '',
  );
  if (names.includes('NotAllowedError') || names.includes('AbortError')) return 'cancelled';
  if (names.includes('InvalidStateError')) return 'present';
  if (names.includes('SecurityError') || names.includes('NotSupportedError')) return 'unsupported';
  return 'unknown';
}

async function ceremony<T>(act: (browser: Awaited<ReturnType<typeof load>>) => Promise<T>): Promise<T> {
  if (!supportsPasskeys()) throw new PasskeyError('unsupported');
  const browser = await load();
  try {
    return await act(browser);
  } catch (error) {
    throw new PasskeyError(passkeyFailureOf(error), error);
  }
}

/** @throws PasskeyError */
const answerTo = (options: PasskeyRequest, useBrowserAutofill = false): Promise<PasskeyAnswer> =>
  ceremony(({ startAuthentication }) => startAuthentication({ optionsJSON: options, useBrowserAutofill }));

/**
 * Creates a passkey and adds it as a sign-in method; resolves to its name.
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

/**
 * Has a passkey sign the challenge of this path.
 * @throws PasskeyError, ApiError, NetworkError
 */
export async function requestPasskey(path: string): Promise<PasskeyAnswer> {
  return answerTo(await fetchJson(path, passkeyRequestSchema, { method: 'POST' }));
}

/**
 * As `requestPasskey`, by autofill of the username while the page is open; null without browser support.
 * @throws PasskeyError, ApiError, NetworkError
 */
export async function offerPasskeys(path: string): Promise<PasskeyAnswer | null> {
  const { browserSupportsWebAuthnAutofill } = await load();
  if (!supportsPasskeys() || !(await browserSupportsWebAuthnAutofill())) return null;
  return answerTo(await fetchJson(path, passkeyRequestSchema, { method: 'POST' }), true);
}

export async function cancelPasskeyRequest(): Promise<void> {
  const { WebAuthnAbortService } = await load();
  WebAuthnAbortService.cancelCeremony();
}

export const sentenceOfFailure = (error: unknown): string =>
  error instanceof PasskeyError ? currentWords(signInMethods).failures[error.reason] : sentenceOf(error);
