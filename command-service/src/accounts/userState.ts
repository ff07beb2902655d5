import { ProblemError, type SocialLink, texts, type UserType, type Wallet } from '@pmcw/contracts';

/** A member as the events of `user-{id}` tell. */
export interface Member {
  readonly status: 'registered';
  readonly id: number;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly telegramHandle: string;
  readonly bio: string;
  readonly userType: UserType;
  readonly isAdmin: boolean;
  readonly isAuthorized: boolean;
  readonly isSuspended: boolean;
  readonly pmcwTokens: number;
  readonly createdAt: string;
  /** What administrators wrote down; for their eyes only. */
  readonly notes: string;
  /** The open request to be verified; null when there is none. */
  readonly openRequest: { readonly id: string; readonly createdAt: string } | null;
  readonly wallets: readonly Wallet[];
  readonly socials: readonly SocialLink[];
}

/** What there may be in a `user-{id}` stream. */
export type UserState = { readonly status: 'absent' } | Member;

/** @throws ProblemError `not_found` when nobody has registered under this id */
export function requireMember(state: UserState): Member {
  if (state.status === 'absent') throw new ProblemError('not_found', texts.refusals.memberNotFound);
  return state;
}

/** @throws ProblemError `suspended` when the member is: they may do nothing until they are let in again (spec §4) */
export function refuseSuspended(state: UserState): void {
  if (state.status === 'registered' && state.isSuspended) {
    throw new ProblemError('suspended', texts.refusals.suspended);
  }
}
