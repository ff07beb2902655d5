import { type ChangePasswordBody, ProblemError, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { Session } from '@pmcw/vault';
import type { Services } from '../services.ts';
import { refuseCommonPassword } from './commonPasswords.ts';
import { handleMember } from './handleMember.ts';
import { accountOf, tryPassword } from './passwordTries.ts';
import { refuseSuspended } from './userState.ts';

/**
 * Proves that the member knows their password. A change that stopped half-way is sent again with a current password
 * that no longer is it, and a new one that is: who sends that knows the password just as well.
 * @returns whether the password is yet to be changed
 */
async function provePassword(
  services: Services,
  userId: number,
  { currentPassword, newPassword }: ChangePasswordBody,
): Promise<boolean> {
  const { passwords, signInAttempts } = services.vault;
  let isToChange = false;
  // Both comparisons are one try: it is one request, and only of somebody who has a session.
  const isProved = await tryPassword(services, accountOf(userId), async () => {
    isToChange = await passwords.verify(userId, currentPassword);
    return isToChange || (await passwords.verify(userId, newPassword));
  });
  if (!isProved) {
    const { wrongCurrentPassword: message } = texts.refusals;
    const errors = [{ path: 'currentPassword', message }];
    throw new ProblemError('wrong_current_password', message, { errors });
  }
  await signInAttempts.clear(accountOf(userId));
  return isToChange;
}

/**
 * Changes the password of the session's member and ends their other sessions. First the password, then the sessions
 * that may be somebody else's, then the event: wherever it stops, sending the same again does what is left.
 * @returns the position after the command
 * @throws ProblemError `suspended`, `invalid_input` for a common password, `wrong_current_password`, `too_many_requests` as at sign-in
 */
export async function changePassword(
  services: Services,
  { userId, id: sessionId }: Session,
  body: ChangePasswordBody,
  correlationId: string,
): Promise<bigint> {
  const { members, vault } = services;
  // Of the log: nothing is to change for a suspended member, nor while the event could not be kept anyway.
  const { state } = await members.states.load(streams.user(userId));
  refuseSuspended(state);
  refuseCommonPassword(body.newPassword, 'newPassword');
  if (await provePassword(services, userId, body)) await vault.passwords.set(userId, body.newPassword);
  await vault.sessions.endAll(userId, 'password_changed', sessionId);
  const context = { actorId: userId, correlationId };
  const { position } = await handleMember(services, userId, { type: 'RecordPassword' }, context);
  return position;
}
