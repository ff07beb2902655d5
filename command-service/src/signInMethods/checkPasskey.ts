import { type NewCredential, type PasskeyAnswer, ProblemError, texts } from '@pmcw/contracts';
import type { Passkey, PasskeyUse } from '@pmcw/vault';
import * as v from 'valibot';
import type { ServiceLogger } from '../serviceLogger.ts';

/** The refusal of what a passkey made or signed. */
export const passkeyInvalid = (): ProblemError =>
  new ProblemError('passkey_invalid', texts.refusals.passkeyInvalid);
/** The refusal of a passkey that signs nobody in. */
export const passkeyUnknown = (): ProblemError =>
  new ProblemError('passkey_unknown', texts.refusals.passkeyUnknown);

/** The site as passkeys know it: they are made for its host, and used by its pages alone. */
export const passkeySite = (publicUrl: string): { readonly rpId: string; readonly origin: string } => {
  const { hostname, origin } = new URL(publicUrl);
  return { rpId: hostname, origin };
};

/** Algorithms of keys: ES256, which all authenticators have, EdDSA and RS256. */
export const keyAlgorithms: readonly number[] = [-7, -8, -257];

/** A nonce as WebAuthn takes it, and as the browser then hands it back. */
export const challengeText = (nonce: string): string => Buffer.from(nonce).toString('base64url');

const clientDataSchema = v.object({ challenge: v.string() });

/** The nonce that stands in what the browser wrote down; null where it wrote none. */
export function nonceIn({ response }: NewCredential | PasskeyAnswer): string | null {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString();
    return Buffer.from(v.parse(clientDataSchema, JSON.parse(text)).challenge, 'base64url').toString();
  } catch {
    return null;
  }
}

/** A new passkey that was checked. */
export interface CheckedPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly isBackedUp: boolean;
  readonly aaguid: string;
}

/** Loaded when it is first needed: it is large, and every start of this service would wait for it. */
const load = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');

/**
 * None is asked for, and none may come with certificates: checking those asks the addresses that they name, of whoever sent them.
 * Some authenticators sign for themselves all the same (`packed`).
 */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await loadHelpers();
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const isNone = attestation.get('fmt') === 'none';
  const isSelf = attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  if (!isNone && !isSelf) throw new Error('An attestation was not asked for');
}

/**
 * Checks a new passkey: made for this site, by one of its pages, by somebody whom the authenticator verified.
 * @param nonce the one that the caller found to be good
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
    // The browser names the credential twice; what the authenticator says counts, and they must agree.
    if (credential.id !== id) throw passkeyInvalid();
    const { publicKey, counter } = credential;
    return { credentialId: id, publicKey, counter, aaguid, isBackedUp: credentialBackedUp };
  } catch {
    // What it says is for programmers, and holds what was sent.
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
      // The count is looked at by `useOf`, which tells of one that went back.
      credential: { id: credentialId, publicKey, counter: 0 },
    });
  } catch {
    throw passkeyInvalid();
  }
}

/**
 * Checks what a passkey signed: for this site, by one of its pages, by somebody whom the authenticator verified, by the key that is
 * kept, and with a count that went on, where it counts at all. One that went back is told to the log: there may be a copy of the key.
 * @param nonce the one that the caller found to be good
 * @throws ProblemError `passkey_invalid`
 */
export async function checkPasskeyAnswer(
  logger: Pick<ServiceLogger, 'warn'>,
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
