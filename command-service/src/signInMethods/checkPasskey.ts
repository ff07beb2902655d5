import { type NewCredential, type PasskeyAnswer, ProblemError, texts } from '@pmcw/contracts';
import type { Logger } from '@pmcw/resilience';
import type { Passkey, PasskeyUse } from '@pmcw/vault';
import * as v from 'valibot';

export const passkeyInvalid = (): ProblemError =>
  new ProblemError('passkey_invalid', texts.refusals.passkeyInvalid);
export const passkeyUnknown = (): ProblemError =>
  new ProblemError('passkey_unknown', texts.refusals.passkeyUnknown);

export const passkeySite = (publicUrl: string): { readonly rpId: string; readonly origin: string } => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
};

/** ES256, which all authenticators have, EdDSA and RS256. */
export const keyAlgorithms: readonly number[] = [-7, -8, -257];

/** In the encoding of WebAuthn. */
export const challengeText = (nonce: string): string => Buffer.from(nonce).toString('base64url');

const clientDataSchema = v.object({ challenge: v.string() });

/** Null if there is none. */
export function nonceIn({ response }: NewCredential | PasskeyAnswer): string | null {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString();
    return Buffer.from(v.parse(clientDataSchema, JSON.parse(text)).challenge, 'base64url').toString();
  } catch {
    return null;
  }
}

export interface CheckedPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly isBackedUp: boolean;
  readonly aaguid: string;
}

/** Large, and would delay each start of the service. */
const load = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/**
 * Checking certificates would request addresses that the sender chooses. Some authenticators sign for themselves
 * unasked (`packed`).
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await loadHelpers();
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const isNone = attestation.get('fmt') === 'none';
  const isSelf = attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (!isNone && !isSelf) throw new Error('An attestation was not asked for');
}

/**
 * For this site, on one of its pages, after user verification.
 * @param nonce already validated
 * @throws ProblemError `passkey_invalid`
 */
export async function checkNewPasskey(
  { id, rawId, type, response }: NewCredential,
  nonce: string,
  publicUrl: string,
): Promise<CheckedPasskey> {
  const { verifyRegistrationResponse } = await load();
  const { rpId, origin } = passkeySite(publicUrl);
  const { clientDataJSON, attestationObject } = response;
  try {
    await refuseCertificates(attestationObject);
    const checked = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challengeText(nonce),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...keyAlgorithms],
    });
    if (!checked.verified) throw passkeyInvalid();
    const { credential, aaguid, credentialBackedUp } = checked.registrationInfo;
    // It must match the authenticator's.
    if (credential.id !== id) throw passkeyInvalid();
    const { publicKey, counter } = credential;
    return { credentialId: id, publicKey, counter, aaguid, isBackedUp: credentialBackedUp };
  } catch {
    // Its error may contain what was sent.
    throw passkeyInvalid();
  }
}

async function verify(
  { id, rawId, type, response }: PasskeyAnswer,
  { credentialId, publicKey }: Passkey,
  nonce: string,
  publicUrl: string,
) {
  const { verifyAuthenticationResponse } = await load();
  const { rpId, origin } = passkeySite(publicUrl);
  const { clientDataJSON, authenticatorData, signature } = response;
  try {
    return await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challengeText(nonce),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // `checkPasskeyAnswer` checks the count.
      credential: { id: credentialId, publicKey, counter: 0 },
    });
  } catch {
    throw passkeyInvalid();
  }
}

/**
 * For this site, on one of its pages, after user verification. A count that decreased is logged, because there may be a
 * copy of the key.
 * @param nonce already validated
 * @throws ProblemError `passkey_invalid`
 */
export async function checkPasskeyAnswer(
  logger: Pick<Logger, 'warn'>,
  answer: PasskeyAnswer,
  passkey: Passkey,
  nonce: string,
  publicUrl: string,
): Promise<PasskeyUse> {
  const { verified, authenticationInfo } = await verify(answer, passkey, nonce, publicUrl);
  if (!verified) throw passkeyInvalid();
  const { newCounter: after, credentialBackedUp: isBackedUp } = authenticationInfo;
  const { counter: before } = passkey;
  if ((before > 0 || after > 0) && after <= before) {
    logger.warn({ passkey: passkey.id }, 'the count of a passkey went back, so that it was refused');
    throw passkeyInvalid();
  }
  return { before, after, isBackedUp };
}
