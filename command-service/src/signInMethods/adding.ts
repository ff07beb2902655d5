import { randomUUID } from 'node:crypto';
import {
  type AddedPasskey,
  type AddPasskeyBody,
  limits,
  type NewCredential,
  type PasskeyCreation,
  ProblemError,
  passwordMethodId,
  type SetPasswordBody,
  shownName,
  startOf,
  texts,
} from '@pmcw/contracts';
import type { Member } from '@pmcw/contracts/events';
import type { Device, NewPasskey, Passkey, Session, Vault } from '@pmcw/vault';
import { refuseCommonPassword } from '../accounts/commonPasswords.ts';
import { tryOwnPassword } from '../accounts/passwordTries.ts';
import { voidResetLinks } from '../accounts/resetLinks.ts';
import { signsInBy } from '../deciders/userState.ts';
import { handleMember } from '../members/handleMember.ts';
import { type GivenContext, requireProofFor } from '../proofs/authority.ts';
import type { MemberHandling, MemberStores } from '../services.ts';
import { ceremonyMs, descriptorOf } from './answering.ts';
import { authenticatorName } from './authenticators.ts';
import {
  challengeText,
  checkNewPasskey,
  keyAlgorithms,
  nonceIn,
  passkeyInvalid,
  passkeySite,
} from './checkPasskey.ts';
import { inCredentialTurn } from './inTurn.ts';

const purpose = 'add-passkey';

/** Excludes authenticators that already have one. @throws ProblemError `not_signed_in`, `suspended` */
export async function offerPasskey(
  services: MemberStores,
  { id: sessionId, userId }: Session,
  publicUrl: string,
): Promise<PasskeyCreation> {
  const { challenges, passkeys } = services.vault;
  const { member } = await services.members.loadActing(userId);
  const own = (await passkeys.all(userId)).filter(({ id }) => signsInBy(member, id));
  const { nonce } = await challenges.issue(purpose, userId, { sessionId });
  return {
    challenge: challengeText(nonce),
    rp: { id: passkeySite(publicUrl).rpId, name: texts.preview.site },
    user: {
      id: Buffer.from(passkeys.userHandle(userId)).toString('base64url'),
      name: member.username,
      displayName: shownName(member.fullName, member.username),
    },
    pubKeyCredParams: keyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonyMs,
    excludeCredentials: own.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

const defaultName = (aaguid: string, { browser, system }: Device): string =>
  authenticatorName(aaguid) ?? ([browser, system].filter((part) => part !== null).join(', ') || 'Passkey');

export interface PasskeyAt {
  readonly passkey: AddedPasskey;
  readonly position: bigint;
}

async function keep(
  { challenges, passkeys }: Vault,
  made: NewPasskey,
  nonce: string,
  { response }: NewCredential,
): Promise<void> {
  if (!(await challenges.take(purpose, nonce, response.attestationObject))) throw passkeyInvalid();
  const kept = (await passkeys.add(made)) ? made : await passkeys.find(made.credentialId);
  if (kept?.id !== made.id) throw new ProblemError('conflict', texts.refusals.passkeyTaken);
}

/** Recognizes a retry after a lost answer. */
const isAdded = (member: Member, passkey: Passkey | null): passkey is Passkey =>
  passkey !== null && passkey.userId === member.id && signsInBy(member, passkey.id);

/**
 * In the vault, then the event, then the challenge is used up. A retry completes it or gets the same answer.
 * @throws ProblemError `not_signed_in`, `suspended`, `passkey_invalid`, `conflict` for too many passkeys or another
 * member's
 */
export async function addPasskey(
  services: MemberHandling,
  { id: sessionId, userId }: Session,
  { credential, name }: AddPasskeyBody,
  device: Device,
  context: GivenContext,
  publicUrl: string,
): Promise<PasskeyAt> {
  const { challenges, passkeys } = services.vault;
  const { member, position: seen } = await services.members.loadActing(userId);
  const known = await passkeys.find(credential.id);
  const nonce = nonceIn(credential);
  const challenge = nonce === null ? null : await challenges.find(purpose, nonce);
  if (nonce === null || challenge?.bound.sessionId !== sessionId) {
    if (isAdded(member, known)) return { passkey: { id: known.id, name: known.name }, position: seen };
    throw passkeyInvalid();
  }
  if (known !== null && known.userId !== userId) {
    throw new ProblemError('conflict', texts.refusals.passkeyTaken);
  }
  const { aaguid, ...checked } = await checkNewPasskey(credential, nonce, publicUrl);
  const made: NewPasskey = {
    ...checked,
    id: known?.id ?? randomUUID(),
    userId,
    name: known?.name ?? name ?? startOf(defaultName(aaguid, device), limits.passkeyNameMax),
    transports: credential.response.transports ?? [],
  };
  const command = { type: 'AddSignInMethod', methodId: made.id, kind: 'passkey' } as const;
  const { position } = await inCredentialTurn(services.vault, userId, () =>
    handleMember(services, userId, command, context, {
      beforeAppend: () => keep(services.vault, made, nonce, credential),
    }),
  );
  await challenges.spend(purpose, nonce);
  return { passkey: { id: made.id, name: made.name }, position };
}

/**
 * @throws ProblemError `not_found`, `not_provable`, `conflict` for an unproved address, `not_signed_in`, `suspended`
 */
export async function admitWallet(
  services: MemberHandling,
  walletId: string,
  context: GivenContext,
): Promise<bigint> {
  const command = { type: 'AddSignInMethod', methodId: walletId, kind: 'wallet' } as const;
  const { actorId: userId } = context;
  return inCredentialTurn(
    services.vault,
    userId,
    async () => (await handleMember(services, userId, command, context)).position,
  );
}

/**
 * For members without one by the log, even if the vault has an earlier one. Voids reset links.
 * @throws ProblemError `invalid_input` for a common password, `conflict` if there is one, `not_signed_in`, `suspended`
 */
export async function setPassword(
  services: MemberHandling,
  { userId }: Session,
  { newPassword }: SetPasswordBody,
  context: GivenContext,
): Promise<bigint> {
  refuseCommonPassword(newPassword, 'newPassword');
  return inCredentialTurn(services.vault, userId, () =>
    setFirstPassword(services, userId, newPassword, context),
  );
}

async function setFirstPassword(
  services: MemberHandling,
  userId: number,
  newPassword: string,
  context: GivenContext,
): Promise<bigint> {
  const { passwords } = services.vault;
  // In its turn: another session may have been ended, or done the same.
  await requireProofFor(services, 'AddSignInMethod', context.authority);
  const { member, position } = await services.members.loadActing(userId);
  if (signsInBy(member, passwordMethodId)) {
    // A retry. It counts as a try, or it would be a way to guess.
    if ((await tryOwnPassword(services.vault, userId, newPassword)) !== null) return position;
    throw new ProblemError('conflict', texts.refusals.passwordPresent);
  }
  await passwords.forget(userId);
  if (!(await passwords.setFirst(userId, newPassword))) {
    throw new ProblemError('conflict', texts.refusals.conflict);
  }
  await voidResetLinks(services.vault, userId);
  const command = { type: 'AddSignInMethod', methodId: passwordMethodId, kind: 'password' } as const;
  return (await handleMember(services, userId, command, context)).position;
}
