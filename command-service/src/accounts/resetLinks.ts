import {
  ProblemError,
  passwordMethodId,
  type ResetLink,
  type ResetPasswordBody,
  texts,
} from '@pmcw/contracts';
import { type Member, streams, type UserState } from '@pmcw/contracts/events';
import { accountOf, type Vault } from '@pmcw/vault';
import { v5 as uuidv5 } from 'uuid';
import { signsInBy } from '../deciders/userState.ts';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import { handleMember } from '../members/handleMember.ts';
import type { GivenContext } from '../proofs/authority.ts';
import type { MemberHandling, Services } from '../services.ts';
import { inCredentialTurn } from '../signInMethods/inTurn.ts';
import { refuseCommonPassword } from './commonPasswords.ts';
import { forgetTries } from './passwordTries.ts';

const resetNamespace = '8a4f6d0e-53c1-4f0b-9b8e-0d1f6f3a7c52';

export interface IssuedResetLink {
  readonly link: ResetLink;
  readonly position: bigint;
}

/**
 * The event comes first, so that the log has every link. The token is in the fragment, which browsers send to no
 * server.
 * @param id idempotency key per administrator
 * @param publicUrl without a trailing slash
 * @throws ProblemError `not_found`, `protected_member`, `conflict` for the id of a used or expired link
 */
export async function issueResetLink(
  services: MemberHandling,
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

/** Also lets the member request mails again: an attacker may have used up the limit of an hour. */
export async function voidResetLinks({ resetLinks, resetMails }: Vault, userId: number): Promise<void> {
  await resetLinks.forget(userId);
  await resetMails.clear(accountOf(userId));
}

const invalid = () => new ProblemError('reset_link_invalid', texts.refusals.resetLinkInvalid);

function requireRegistered(state: UserState): void {
  if (state.status !== 'registered') throw invalid();
}

/**
 * Sets a password by a link and ends all other ways to sign in but those to keep, because an intruder may have added
 * them. Also for suspended members, who still can't sign in.
 *
 * The event comes first, under an id derived from the token, so that retries leave one; after a crash, the link still
 * works. A removed password in the vault is forgotten before, or the event would restore it. All wrong tokens get the
 * same answer after the same hashing.
 * @throws ProblemError `invalid_input` for a common password, `reset_link_invalid`
 */
export async function resetPassword(
  services: MemberHandling,
  { token, newPassword, keep }: ResetPasswordBody,
  correlationId: string,
): Promise<bigint> {
  const { vault } = services;
  refuseCommonPassword(newPassword, 'newPassword');
  // Hashing may be refused under load, and the link must stay valid then.
  const hash = await vault.passwords.hash(newPassword);
  const userId = await vault.resetLinks.find(token);
  if (userId === null) throw invalid();
  return inCredentialTurn(vault, userId, () =>
    useLink(services, userId, { token, hash, keep }, correlationId),
  );
}

interface UsedLink {
  readonly token: string;
  /** Of the new password. */
  readonly hash: string;
  /** Ids of the ways to sign in to keep. */
  readonly keep: readonly string[];
}

async function isInLog(eventStore: Services['eventStore'], stream: string, id: string): Promise<boolean> {
  for await (const { eventId } of eventStore.readStream(stream)) if (eventId === id) return true;
  return false;
}

async function forgetRemovedWays({ passkeys, openidLinks }: Vault, state: Member): Promise<void> {
  const { id: userId } = state;
  for (const ways of [passkeys, openidLinks]) {
    for (const { id } of await ways.all(userId)) {
      if (!signsInBy(state, id)) await ways.remove(userId, id);
    }
  }
}

async function useLink(
  services: MemberHandling,
  userId: number,
  { token, hash, keep }: UsedLink,
  correlationId: string,
): Promise<bigint> {
  const { vault, members } = services;
  // Again in its turn: another link, used since, voids this one.
  if ((await vault.resetLinks.find(token)) === null) throw invalid();
  const stream = streams.user(userId);
  const eventId = uuidv5(token, resetNamespace);
  const isRepeat = await isInLog(services.eventStore, stream, eventId);
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
  // The event may be an earlier try's, and the password removed since.
  const { state } = await members.load(userId);
  if (state.status !== 'registered' || !signsInBy(state, passwordMethodId)) throw invalid();
  if (!(await vault.resetLinks.redeem(token, hash))) throw invalid();
  await forgetRemovedWays(vault, state);
  await vault.resetMails.clear(accountOf(userId));
  await forgetTries(vault, userId, state.username);
  return position;
}
