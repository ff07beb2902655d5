import type { PasskeyAnswer } from '@pmcw/contracts';
import * as v from 'valibot';
import { ApiError } from '../../../base/api/errors.ts';

/**
 * Reports to the browser that the site no longer knows a passkey, so that it is no longer offered (WebAuthn signal API,
 * newer than the oldest supported browsers). Failures have no effect: then it is offered again, and refused.
 */
export async function forgetPasskey(credentialId: string): Promise<void> {
  if (!('PublicKeyCredential' in window)) return;
  const signal: unknown = Reflect.get(PublicKeyCredential, 'signalUnknownCredential');
  if (!v.is(v.function(), signal)) return;
  try {
    // A passkey's site is the host of the page (`PUBLIC_URL`).
    await Reflect.apply(signal, PublicKeyCredential, [{ rpId: location.hostname, credentialId }]);
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
