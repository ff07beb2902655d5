import { ProblemError, texts } from '@pmcw/contracts';
import type { Member, UserState } from '@pmcw/contracts/events';

/** @throws ProblemError `not_found` */
export function requireMember(state: UserState): Member {
  if (state.status !== 'registered') throw new ProblemError('not_found', texts.refusals.memberNotFound);
  return state;
}

/** @throws ProblemError `not_signed_in` for a deleted member, `suspended` (spec §4) */
export function requireActing(state: UserState): Member {
  if (state.status !== 'registered') throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
  if (state.isSuspended) throw new ProblemError('suspended', texts.refusals.suspended);
  return state;
}

/** Only deletion ends an administrator's role, so that one always remains. */
export function refuseProtected({ id }: Pick<Member, 'id'>): void {
  if (id === 1) throw new ProblemError('protected_member', texts.refusals.protectedMember);
}

export const isOnlyWay = ({ signInMethods }: Member, methodId: string): boolean =>
  signInMethods.length === 1 && signInMethods[0]?.id === methodId;

/** By the log: the vault may still have a removed one. */
export const signsInBy = (state: UserState, methodId: string): state is Member =>
  state.status === 'registered' && state.signInMethods.some(({ id }) => id === methodId);
