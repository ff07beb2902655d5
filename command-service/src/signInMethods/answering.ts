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

/** Lifetime of a challenge and of the browser's prompt. */
export const ceremonyMs = 5 * 60 * 1000;

export const descriptorOf = ({ credentialId: id, transports }: Passkey) => ({
  type: 'public-key' as const,
  id,
  transports: [...transports],
});

/** @param allowed empty for any passkey of the site */
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

export interface AwaitedAnswer<Owner> {
  readonly purpose: Extract<ChallengePurpose, 'fresh-proof' | 'passkey-sign-in'>;
  readonly isTheirs: (challenge: Challenge) => boolean;
  /** Throws to refuse the answer without effect. */
  readonly ownerOf: (passkey: Passkey) => Promise<Owner>;
}

/**
 * The first valid answer, and no invalid one, uses up the challenge; of two with the same count, one succeeds.
 * @throws ProblemError `passkey_invalid`, `passkey_unknown`, and as `ownerOf`
 */
export async function takeAnswer<Owner>(
  { vault, passkeyLogger }: Pick<Services, 'passkeyLogger' | 'vault'>,
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
