import { type ChangePasswordBody, ProblemError, passwordMethodId, texts } from '@pmcw/contracts';
import type { Member } from '@pmcw/contracts/events';
import type { PasswordProof, Session } from '@pmcw/vault';
import { v5 as uuidv5 } from 'uuid';
import { signsInBy } from '../deciders/userState.ts';
import { handleMember } from '../members/handleMember.ts';
import type { Members } from '../members/members.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { MemberHandling, MemberStores } from '../services.ts';
import { inCredentialTurn } from '../signInMethods/inTurn.ts';
import { refuseCommonPassword } from './commonPasswords.ts';
import { forgetTries, tryOwnPassword } from './passwordTries.ts';
import { voidResetLinks } from './resetLinks.ts';

/** @throws ProblemError `not_signed_in` if the member was deleted since */
async function wrongCurrentPassword(members: Members, userId: number): Promise<ProblemError> {
  await members.loadActing(userId);
  const { wrongCurrentPassword: message } = texts.refusals;
  const errors = [{ path: 'currentPassword', message }];
  return new ProblemError('wrong_current_password', message, { errors });
}

interface KnownPassword {
  readonly proof: PasswordProof;
  readonly isReplaced: boolean;
}

const changeNamespace = '0f5a9c1e-6b0d-4d43-9a55-4cf1e0c7d9b2';

/**
 * Accepts a new password that is already set, as in a retry of a change that stopped halfway. Each comparison counts as
 * a try, or one request could guess twice.
 */
async function provePassword(
  { vault, members }: MemberStores,
  member: Member,
  { currentPassword, newPassword }: ChangePasswordBody,
): Promise<KnownPassword> {
  const { id: userId, username } = member;
  // The vault may still have a removed password for a moment.
  if (!signsInBy(member, passwordMethodId)) throw await wrongCurrentPassword(members, userId);
  const prove = (password: string) => tryOwnPassword(vault, userId, password);
  const current = await prove(currentPassword);
  const replaced = current === null && newPassword !== currentPassword ? await prove(newPassword) : null;
  const known = current ?? replaced;
  if (known === null) throw await wrongCurrentPassword(members, userId);
  await forgetTries(vault, userId, username);
  return { proof: known, isReplaced: known === replaced };
}

/**
 * Changes the password, then ends reset links and other sessions, then appends the event; a retry does what is left.
 * @throws ProblemError also `too_many_requests`, as at sign-in
 */
export async function changePassword(
  services: MemberHandling,
  session: Session,
  body: ChangePasswordBody,
  context: GivenContext,
): Promise<bigint> {
  const { userId } = session;
  // Read first, so that nothing changes for suspended members, or while the event could not be stored.
  const { member } = await services.members.loadActing(userId);
  refuseCommonPassword(body.newPassword, 'newPassword');
  const known = await provePassword(services, member, body);
  return inCredentialTurn(services.vault, userId, () =>
    replacePassword(services, session, known, body.newPassword, context),
  );
}

async function replacePassword(
  services: MemberHandling,
  { userId, id: sessionId }: Session,
  { proof, isReplaced }: KnownPassword,
  newPassword: string,
  context: GivenContext,
): Promise<bigint> {
  const { vault, members } = services;
  const made = isReplaced ? proof : await vault.passwords.replace(proof, newPassword);
  if (made === null) throw await wrongCurrentPassword(members, userId);
  await voidResetLinks(vault, userId);
  await vault.sessions.endAll(userId, 'password_changed', sessionId);
  const { position } = await handleMember(
    services,
    userId,
    { type: 'RecordPassword' },
    { ...context, authority: { kind: 'password' } },
    // One event per password that was set.
    { eventId: uuidv5(`${userId} ${made.mark}`, changeNamespace) },
  );
  return position;
}
