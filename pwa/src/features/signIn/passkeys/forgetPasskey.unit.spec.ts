import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from '../../../base/api/errors.ts';
import { forgetPasskey, sendAnswer } from './forgetPasskey.ts';

const signals: unknown[] = [];
/** As in browsers, where it is a class. */
const browserWith = (statics: object) => {
  const abilities = Object.assign(() => undefined, statics);
  vi.stubGlobal('window', { PublicKeyCredential: abilities });
  vi.stubGlobal('PublicKeyCredential', abilities);
};
beforeEach(() => {
  signals.length = 0;
  vi.stubGlobal('location', { hostname: 'pmcw.example' });
  browserWith({ signalUnknownCredential: async (signal: unknown) => void signals.push(signal) });
});
afterEach(() => void vi.unstubAllGlobals());

const answer = {
  ...{ id: 'key', rawId: 'key', type: 'public-key' as const },
  response: { clientDataJSON: '', authenticatorData: '', signature: '' },
};
const refusalBy = (error: Error) => sendAnswer(answer, () => Promise.reject(error));
const refused = (code: string) => new ApiError({ status: 400, code, detail: '' });

it('reports a passkey that the site does not know, so that browsers no longer offer it', async () => {
  await expect(refusalBy(refused('passkey_unknown'))).rejects.toThrow(ApiError);
  expect(signals).toEqual([{ rpId: 'pmcw.example', credentialId: 'key' }]);
});

it('reports no other passkey', async () => {
  await expect(refusalBy(refused('passkey_invalid'))).rejects.toThrow(ApiError);
  await expect(refusalBy(new NetworkError(null))).rejects.toThrow(NetworkError);
  expect(await sendAnswer(answer, async () => 'signed in')).toBe('signed in');
  expect(signals).toEqual([]);
});

it('does nothing in browsers that cannot, or fail', async () => {
  browserWith({});
  await forgetPasskey('key');
  browserWith({ signalUnknownCredential: () => Promise.reject(new Error('not now')) });
  await forgetPasskey('key');
  vi.stubGlobal('window', {});
  await forgetPasskey('key');
  expect(signals).toEqual([]);
});
