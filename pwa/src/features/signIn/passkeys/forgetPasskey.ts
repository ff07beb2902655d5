import type { PasskeyAnswer } from '@pmcw/contracts';
import * as v from 'valibot';
import { ApiError } from '../../../base/api/errors.ts';

/** Newer than the oldest supported browsers. */
const signalingSchema = v.object({ signalUnknownCredential: v.function() });

/**
 * Reports a passkey that the site no longer knows, so that the browser does not offer it again (WebAuthn signal API).
 * Failures have no effect: then it is offered again, and refused.
 */
export async function forgetPasskey(credentialId: string): Promise<void> {
  if (!('PublicKeyCredential' in window) || !v.is(signalingSchema, PublicKeyCredential)) return;
  try {
    // A passkey's site is the host of the page (`PUBLIC_URL`).
    await PublicKeyCredential.signalUnknownCredential({ rpId: location.hostname, credentialId });
  } catch {
    // Some authenticators can't.
  }
}

/** Sends a passkey's answer; one that the site does not know is forgotten. @throws the error of `send` */
export async function sendAnswer<T>({ id }: PasskeyAnswer, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'passkey_unknown') await forgetPasskey(id);
    throw error;
  }
}
