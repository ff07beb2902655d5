import type { PasskeyAnswer, PasskeyRequest } from '@pmcw/contracts';
import type { Challenge, ChallengePurpose, Passkey } from '@pmcw/vault';
import type { Services } from '../services.ts';
import {
  challengeText,
  checkPasskeyAnswer,
  nonceIn,
  passkeyInvalid,
  passkeySite,
  passkeyUnknown,
} from './checkPasskey.ts';

/** How long the browser waits for its user, in milliseconds; as long as a challenge is good for. */
export const ceremonyMs = 5 * 60 * 1000;

/** How a browser finds a passkey that it knows. */
export const descriptorOf = ({ credentialId: id, transports }: Passkey) => ({
  type: 'public-key' as const,
  id,
  transports: [...transports],
});

/** What a browser is to ask for a passkey by. @param allowed those that may answer; any of the site's when there are none */
export const requestOf = (
  nonce: string,
  publicUrl: string,
  allowed: readonly Passkey[] = [],
): PasskeyRequest => ({
  challenge: challengeText(nonce),
  rpId: passkeySite(publicUrl).rpId,
  timeout: ceremonyMs,
  userVerification: 'required',
  allowCredentials: allowed.map(descriptorOf),
});

/** Which answer is waited for. */
export interface AwaitedAnswer<Owner> {
  readonly purpose: Extract<ChallengePurpose, 'fresh-proof' | 'passkey-sign-in'>;
  /** Whether the challenge is one of whoever answers. */
  readonly isTheirs: (challenge: Challenge) => boolean;
  /** Finds whose passkey it is, once it proved to be it; what it throws refuses the answer, and changes nothing. */
  readonly ownerOf: (passkey: Passkey) => Promise<Owner>;
}

/**
 * Takes what a passkey signed. The challenge is used up by the first right answer, and by no wrong one, and then the use is noted: of
 * the same answer sent twice, and of two that count from the same number, one is taken.
 * @returns what `ownerOf` found
 * @throws ProblemError `passkey_invalid`, `passkey_unknown`, and what `ownerOf` throws
 */
export async function takeAnswer<Owner>(
  { vault, passkeyLogger }: Services,
  answer: PasskeyAnswer,
  { purpose, isTheirs, ownerOf }: AwaitedAnswer<Owner>,
  publicUrl: string,
): Promise<Owner> {
  const nonce = nonceIn(answer);
  const challenge = nonce === null ? null : await vault.challenges.find(purpose, nonce);
  if (nonce === null || challenge === null || !isTheirs(challenge)) throw passkeyInvalid();
  const passkey = await vault.passkeys.find(answer.id);
  if (passkey === null) throw passkeyUnknown();
  const use = await checkPasskeyAnswer(passkeyLogger, answer, passkey, nonce, publicUrl);
  const owner = await ownerOf(passkey);
  if (!(await vault.challenges.spend(purpose, nonce))) throw passkeyInvalid();
  if (!(await vault.passkeys.use(passkey.id, use))) throw passkeyInvalid();
  return owner;
}
