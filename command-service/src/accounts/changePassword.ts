import { type ChangePasswordBody, ProblemError, passwordMethodId, texts } from '@pmcw/contracts';
import { type Member, streams } from '@pmcw/contracts/events';
import type { PasswordProof, Session } from '@pmcw/vault';
import { v5 as uuidv5 } from 'uuid';
import { requireActing, signsInBy } from '../deciders/userState.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';
import { inCredentialTurn } from '../signInMethods/inTurn.ts';
import { refuseCommonPassword } from './commonPasswords.ts';
import { forgetTries, tryOwnPassword } from './passwordTries.ts';
import { voidResetLinks } from './resetLinks.ts';

/** The refusal of who doesn't know the password; @throws ProblemError `not_signed_in` of who has none any more, being deleted. */
async function wrongCurrentPassword({ members }: Services, userId: number): Promise<ProblemError> {
  requireActing((await members.states.load(streams.user(userId))).state);
  const { wrongCurrentPassword: message } = texts.refusals;
  const errors = [{ path: 'currentPassword', message }];
  return new ProblemError('wrong_current_password', message, { errors });
}

/** The password that is to be replaced, or the one that it was already replaced by. */
interface KnownPassword {
  readonly proof: PasswordProof;
  readonly isReplaced: boolean;
}

/** Any fixed UUID: what ids of `PasswordChanged` are derived under. */
const changeNamespace = '0f5a9c1e-6b0d-4d43-9a55-4cf1e0c7d9b2';

/**
 * Proves that the member knows their password. A change that stopped half-way is sent again with a current password
 * that no longer is it, and a new one that is: who sends that knows the password just as well. Each of the two that is
 * compared counts as a try, or one request could guess twice.
 */
async function provePassword(
  services: Services,
  member: Member,
  { currentPassword, newPassword }: ChangePasswordBody,
): Promise<KnownPassword> {
  const { id: userId, username } = member;
  // What was removed may still be in the vault for a moment.
  if (!signsInBy(member, passwordMethodId)) throw await wrongCurrentPassword(services, userId);
  const prove = (password: string) => tryOwnPassword(services, userId, password);
  const current = await prove(currentPassword);
  const replaced = current === null && newPassword !== currentPassword ? await prove(newPassword) : null;
  const known = current ?? replaced;
  if (known === null) throw await wrongCurrentPassword(services, userId);
  await forgetTries(services, userId, username);
  return { proof: known, isReplaced: known === replaced };
}

/**
 * Changes the password of the session's member and ends their other sessions. First the password, then links to reset it and
 * the sessions that may be somebody else's, then the event: wherever it stops, sending the same again does what is left.
 * @returns the position after the command
 * @throws ProblemError `not_signed_in`, `suspended`, `invalid_input` for a common password, `wrong_current_password`, `too_many_requests` as at sign-in
 */
export async function changePassword(
  services: Services,
  session: Session,
  body: ChangePasswordBody,
  context: GivenContext,
): Promise<bigint> {
  const { userId } = session;
  const { members } = services;
  // Of the log: nothing is to change for a suspended or deleted member, nor while the event could not be kept anyway.
  const { state } = await members.states.load(streams.user(userId));
  const member = requireActing(state);
  refuseCommonPassword(body.newPassword, 'newPassword');
  const known = await provePassword(services, member, body);
  return inCredentialTurn(services, userId, () =>
    replacePassword(services, session, known, body.newPassword, context),
  );
}

async function replacePassword(
  services: Services,
  { userId, id: sessionId }: Session,
  { proof, isReplaced }: KnownPassword,
  newPassword: string,
  context: GivenContext,
): Promise<bigint> {
  const { vault } = services;
  // Whoever had it replaced meanwhile, by a change or a link, knew better: theirs stays.
  const made = isReplaced ? proof : await vault.passwords.replace(proof, newPassword);
  if (made === null) throw await wrongCurrentPassword(services, userId);
  await voidResetLinks(services, userId);
  await vault.sessions.endAll(userId, 'password_changed', sessionId);
  const { position } = await handleMember(
    services,
    userId,
    { type: 'RecordPassword' },
    { ...context, authority: { kind: 'password' } },
    // One event for each time that a password was set.
    { eventId: uuidv5(`${userId} ${made.mark}`, changeNamespace) },
  );
  return position;
}
