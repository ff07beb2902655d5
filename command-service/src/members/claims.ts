import { foldCase, ProblemError, texts } from '@pmcw/contracts';
import { streams, type UserState } from '@pmcw/contracts/events';
import { ERASED, UNREADABLE } from '@pmcw/event-store';
import type { Claim } from '@pmcw/vault';
import type { Services } from '../services.ts';

const say = texts.refusals;

/** The claim to a username. */
export const usernameClaim = (username: string): Claim => ({ kind: 'username', value: foldCase(username) });
/** The claim to an email address. */
export const emailClaim = (email: string): Claim => ({ kind: 'email', value: foldCase(email) });
/** The claim to what is typed as a name: of an email address when there is an @ in it. @param name in one case */
export const claimOfName = (name: string): Claim =>
  name.includes('@') ? emailClaim(name) : usernameClaim(name);
/** The claim to a wallet address in its one spelling, whatever the network. */
export const walletClaim = (address: string): Claim => ({ kind: 'wallet', value: address });

/**
 * Whether the log says that a claim is a member's for good. Who was erased bore one username, which nobody can read any
 * more: whatever they hold is that one, and stays retired (design "Reserved names"). What can't be read may be what is claimed.
 */
export function bears(state: UserState, { kind, value }: Claim): boolean {
  if (state.status === 'absent') return false;
  if (state.status === 'deleted') return kind === 'username';
  switch (kind) {
    case 'username':
      return [ERASED, UNREADABLE].includes(state.username) || foldCase(state.username) === value;
    case 'email':
      return state.email === UNREADABLE || foldCase(state.email) === value;
    case 'wallet':
      return state.wallets.some(({ address }) => address === UNREADABLE || address === value);
    default:
      return kind satisfies never;
  }
}

/** The refusal for a claim that somebody else holds. */
export function taken({ kind }: Claim): ProblemError {
  switch (kind) {
    case 'username': {
      const errors = [{ path: 'username', message: say.usernameTaken }];
      return new ProblemError('username_taken', say.usernameTaken, { errors });
    }
    case 'email':
      return new ProblemError('email_taken', say.emailTaken, {
        errors: [{ path: 'email', message: say.emailTaken }],
      });
    case 'wallet':
      return new ProblemError('wallet_taken', say.walletTaken, {
        errors: [{ path: 'address', message: say.walletTaken }],
      });
    default:
      return kind satisfies never;
  }
}

/**
 * Takes claims for a member, just before the event that needs them is appended: after the load on which that append
 * rests, for only then can nobody who gives the same claim up for this member overlook it (`docs/decisions/vault-claims.md`).
 *
 * A command may have crashed between its append and its confirmation. So a claim that another member holds is first
 * compared with the log, which is the truth: if it says that the claim is theirs, it is confirmed for them; if not,
 * it lasts no longer than a pending one.
 * @throws ProblemError `username_taken`, `email_taken` or `wallet_taken`, and then none was taken
 */
export async function takeClaims(
  { vault, members }: Services,
  userId: number,
  claims: readonly Claim[],
): Promise<void> {
  for (const claim of claims) {
    const holder = await vault.claims.holder(claim);
    if (holder === null || holder === userId) continue;
    const { state } = await members.states.load(streams.user(holder));
    if (bears(state, claim)) {
      await vault.claims.confirm(holder, [claim]);
      throw taken(claim);
    }
    await vault.claims.doubt(holder, [claim]);
  }
  const refused = await vault.claims.take(userId, claims);
  if (refused === null) return;
  const { state } = await members.states.load(streams.user(userId));
  // Nothing is kept for a member who was deleted at this moment.
  if (state.status === 'deleted') throw new ProblemError('not_signed_in', say.notSignedIn);
  throw taken(refused);
}

/** Makes the claims lasting that are the member's by the log. */
export async function confirmClaims(
  { vault, members }: Services,
  userId: number,
  claims: readonly Claim[],
): Promise<void> {
  const { state } = await members.states.load(streams.user(userId));
  const borne = claims.filter((claim) => bears(state, claim));
  if (borne.length > 0) await vault.claims.confirm(userId, borne);
}
