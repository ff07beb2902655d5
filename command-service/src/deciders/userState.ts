import { ProblemError, texts } from '@pmcw/contracts';
import type { Member, UserState } from '@pmcw/contracts/events';

/** @throws ProblemError `not_found` when nobody has registered under this id, or they are deleted */
export function requireMember(state: UserState): Member {
  if (state.status !== 'registered') throw new ProblemError('not_found', texts.refusals.memberNotFound);
  return state;
}

/**
 * The member whose session it is.
 * @throws ProblemError `not_signed_in` when there is no such member any more, whatever session is left of them;
 * `suspended` when they may do nothing until they are let in again (spec §4)
 */
export function requireActing(state: UserState): Member {
  if (state.status !== 'registered') throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
  if (state.isSuspended) throw new ProblemError('suspended', texts.refusals.suspended);
  return state;
}

/**
 * Member 1 can't be shut out nor deleted (design "Reserved names and small print"). Nobody ever stops being an
 * administrator but by being deleted, so there always is one: the last administrator is covered.
 * @throws ProblemError `protected_member`
 */
export function refuseProtected({ id }: Member): void {
  if (id === 1) throw new ProblemError('protected_member', texts.refusals.protectedMember);
}

/** Whether a member signs in by this way and by no other. */
export const isOnlyWay = ({ signInMethods }: Member, methodId: string): boolean =>
  signInMethods.length === 1 && signInMethods[0]?.id === methodId;

/** Whether somebody is a member who signs in by this way, as the log tells; what the vault has of others is left over. */
export const signsInBy = (state: UserState, methodId: string): state is Member =>
  state.status === 'registered' && state.signInMethods.some(({ id }) => id === methodId);
