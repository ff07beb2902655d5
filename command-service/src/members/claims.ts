import { asciiEmail, foldCase, ProblemError, texts } from '@pmcw/contracts';
import type { UserState } from '@pmcw/contracts/events';
import { ERASED, UNREADABLE } from '@pmcw/event-store';
import type { Claim } from '@pmcw/vault';
import type { MemberStores } from '../services.ts';

const { refusals } = texts;

export const usernameClaim = (username: string): Claim => ({ kind: 'username', value: foldCase(username) });
export const emailClaim = (email: string): Claim => ({ kind: 'email', value: foldCase(asciiEmail(email)) });
/** Claims an email address if the name has an @, otherwise a username. @param name in one case */
export const claimOfName = (name: string): Claim =>
  name.includes('@') ? emailClaim(name) : usernameClaim(name);
/** @param address in canonical spelling */
export const walletClaim = (address: string): Claim => ({ kind: 'wallet', value: address });

/**
 * Whether the log has the claim. An erased member's only username is unreadable and stays retired. An unreadable value
 * may be the claimed one.
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

export function claimTaken({ kind }: Claim): ProblemError {
  switch (kind) {
    case 'username': {
      const errors = [{ path: 'username', message: refusals.usernameTaken }];
      return new ProblemError('username_taken', refusals.usernameTaken, { errors });
    }
    case 'email':
      return new ProblemError('email_taken', refusals.emailTaken, {
        errors: [{ path: 'email', message: refusals.emailTaken }],
      });
    case 'wallet':
      return new ProblemError('wallet_taken', refusals.walletTaken, {
        errors: [{ path: 'address', message: refusals.walletTaken }],
      });
    default:
      return kind satisfies never;
  }
}

/**
 * Call it after the load that the append rests on; earlier, a command that releases the same claim could miss it
 * (`docs/decisions/vault-claims.md`). Another member's claim is checked in the log, because its command may have
 * crashed before the confirmation.
 * @throws ProblemError `username_taken`, `email_taken` or `wallet_taken`; then none was taken
 */
export async function takeClaims(
  { vault, members }: MemberStores,
  userId: number,
  claims: readonly Claim[],
): Promise<void> {
  for (const claim of claims) {
    const holder = await vault.claims.holder(claim);
    if (holder === null || holder === userId) continue;
    const { state } = await members.load(holder);
    if (bears(state, claim)) {
      await vault.claims.confirm(holder, [claim]);
      throw claimTaken(claim);
    }
    await vault.claims.doubt(holder, [claim]);
  }
  const refused = await vault.claims.take(userId, claims);
  if (refused === null) return;
  const { state } = await members.load(userId);
  if (state.status === 'deleted') throw new ProblemError('not_signed_in', refusals.notSignedIn);
  throw claimTaken(refused);
}

export async function confirmClaims(
  { vault, members }: MemberStores,
  userId: number,
  claims: readonly Claim[],
): Promise<void> {
  const { state } = await members.load(userId);
  const borne = claims.filter((claim) => bears(state, claim));
  if (borne.length > 0) await vault.claims.confirm(userId, borne);
}
