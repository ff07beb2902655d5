import {
  ProblemError,
  passwordMethodId,
  type ResetLink,
  type ResetPasswordBody,
  texts,
} from '@pmcw/contracts';
import { type Member, streams, type UserState } from '@pmcw/contracts/events';
import { accountOf } from '@pmcw/vault';
import { v5 as uuidv5 } from 'uuid';
import { signsInBy } from '../deciders/userState.ts';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { Services } from '../services.ts';
import { inCredentialTurn } from '../signInMethods/inTurn.ts';
import { refuseCommonPassword } from './commonPasswords.ts';
import { forgetTries } from './passwordTries.ts';

/** Any fixed UUID: what ids of `ResetLinkIssued` and `PasswordReset` are derived under. */
const resetNamespace = '8a4f6d0e-53c1-4f0b-9b8e-0d1f6f3a7c52';

/** A link, and how far the log was after it was issued. */
export interface IssuedResetLink {
  readonly link: ResetLink;
  readonly position: bigint;
}

/**
 * Makes a link with which a member can choose a password: once, within an hour, beside those that they have. The event
 * comes first, so that there is no link that the log does not know of; one that was never given out opens nothing.
 * The token is in the fragment, which browsers send to no server, so that none can log it.
 * @param id the same id by the same administrator stands for the same link, and leaves one event
 * @param publicUrl address of the site, without a trailing slash
 * @throws ProblemError `not_found`, `protected_member` for member 1 unless they ask themselves, `conflict` for an id whose link is not
 * good any more
 */
export async function issueResetLink(
  services: Services,
  { userId, id }: { readonly userId: number; readonly id: string },
  context: GivenContext,
  publicUrl: string,
): Promise<IssuedResetLink> {
  const { actorId } = context;
  const eventId = uuidv5(`link ${userId} by ${actorId}: ${id}`, resetNamespace);
  const command = { type: 'IssueResetLink', byUserId: actorId } as const;
  const { position, isRepeat } = await handleMember(services, userId, command, context, { eventId });
  const { resetLinks } = services.vault;
  const issued = isRepeat
    ? await resetLinks.issued(userId, eventId)
    : await resetLinks.issue(userId, eventId);
  if (issued === null) throw new ProblemError('conflict', texts.refusals.idUsed);
  const { token, expiresAt } = issued;
  const url = `${publicUrl}/auth#reset=${token}`;
  return { link: { url, expiresAt: expiresAt.toISOString() }, position };
}

/**
 * Voids a member's links, and lets them ask for as many again: who uses up the limit first and voids the links then would else
 * keep the member out of their account for an hour.
 */
export async function voidResetLinks({ vault }: Services, userId: number): Promise<void> {
  await vault.resetLinks.forget(userId);
  await vault.resetMails.clear(accountOf(userId));
}

const invalid = () => new ProblemError('reset_link_invalid', texts.refusals.resetLinkInvalid);

function requireRegistered(state: UserState): void {
  if (state.status !== 'registered') throw invalid();
}

/**
 * Sets a password by a link, and ends all other ways to sign in but those that are kept: whoever got hold of the account may have added
 * them. First the event, under an id that follows from the token, so that many tries leave one;
 * then, in one transaction of the vault, the token is used up with all others of the member, the password set, every
 * session ended, and with them pushes and what the member was asked to sign. A crash in between leaves the old password, or none, and a link that still works; no password is ever
 * set that the log does not know of. What the vault still has of a password that was removed is forgotten before the
 * event, which else would bring it back. A password that was removed after such a crash stays removed. However the token
 * is wrong, the answer and the hashing done for it are the same. Also for a suspended member, who still can't sign in.
 * @returns the position after the command
 * @throws ProblemError `invalid_input` for a common password, `reset_link_invalid` for a token that is made up, used,
 * expired, of a deleted member, or of one who used another or changed their password since
 */
export async function resetPassword(
  services: Services,
  { token, newPassword, keep }: ResetPasswordBody,
  correlationId: string,
): Promise<bigint> {
  const { vault } = services;
  refuseCommonPassword(newPassword, 'newPassword');
  // Before anything else: this is what may be refused for want of room, and then the link is as good as before.
  const hash = await vault.passwords.hash(newPassword);
  const userId = await vault.resetLinks.find(token);
  if (userId === null) throw invalid();
  return inCredentialTurn(services, userId, () =>
    useLink(services, userId, { token, hash, keep }, correlationId),
  );
}

/** A link that is used, with the password that is chosen by it. */
interface UsedLink {
  readonly token: string;
  /** Of the password. */
  readonly hash: string;
  /** Ids of the ways to sign in that stay. */
  readonly keep: readonly string[];
}

async function isInLog({ eventStore }: Services, stream: string, id: string): Promise<boolean> {
  for await (const { eventId } of eventStore.readStream(stream)) if (eventId === id) return true;
  return false;
}

/** Forgets what the vault has of ways by which the member does not sign in any more. */
async function forgetRemovedWays({ vault }: Services, state: Member): Promise<void> {
  const { id: userId } = state;
  for (const { id } of await vault.passkeys.all(userId)) {
    if (!signsInBy(state, id)) await vault.passkeys.remove(userId, id);
  }
  for (const { id } of await vault.openidLinks.all(userId)) {
    if (!signsInBy(state, id)) await vault.openidLinks.remove(userId, id);
  }
}

async function useLink(
  services: Services,
  userId: number,
  { token, hash, keep }: UsedLink,
  correlationId: string,
): Promise<bigint> {
  const { vault, members } = services;
  // Again, in its turn: another link may have been used meanwhile, which ends this one.
  if ((await vault.resetLinks.find(token)) === null) throw invalid();
  const stream = streams.user(userId);
  const eventId = uuidv5(token, resetNamespace);
  const isRepeat = await isInLog(services, stream, eventId);
  const { position } = await handle(
    services,
    members.states,
    stream,
    isRepeat
      ? { type: 'FinishReset', keep }
      : { type: 'ResetPassword', keep, isMailed: await vault.resetLinks.isMailed(token) },
    causeOf({ actorId: userId, correlationId, authority: { kind: 'link' } }),
    {
      permit: requireRegistered,
      ...(isRepeat ? {} : { eventId }),
      beforeAppend: async (state) => {
        if (!signsInBy(state, passwordMethodId)) await vault.passwords.forget(userId);
      },
    },
  );
  // Of the log: the event may be one of an earlier try, and the password removed since.
  const { state } = await members.states.load(stream);
  if (state.status !== 'registered' || !signsInBy(state, passwordMethodId)) throw invalid();
  if (!(await vault.resetLinks.redeem(token, hash))) throw invalid();
  await forgetRemovedWays(services, state);
  await vault.resetMails.clear(accountOf(userId));
  await forgetTries(services, userId, state.username);
  return position;
}
