import { type ProductEvent, type UserEvent, userEvents } from '../events/registry.ts';
import { type Cases, evolveBy, type SnapshotFold, type Timed, typesOf } from './fold.ts';
import {
  caseNoticeCases,
  contactCases,
  type Member,
  moderationCases,
  newMember,
  profileCases,
  signInMethodsFold,
  type UserState,
  verificationCases,
} from './member.ts';
import { userSnapshot } from './userSnapshot.ts';

type SignInChange = Extract<
  UserEvent,
  { type: 'PasswordReset' | 'SignInMethodAdded' | 'SignInMethodRemoved' }
>;

const withSignInMethods = (member: Member, event: Timed<SignInChange>): Member => ({
  ...member,
  signInMethods: signInMethodsFold.evolve(member.signInMethods, event),
});

/** Each domain folds its own part. */
const memberCases: Cases<Member, Exclude<UserEvent['type'], 'UserRegistered' | 'UserDeleted'>> = {
  ...profileCases,
  ...moderationCases,
  ...caseNoticeCases,
  ...verificationCases,
  ...contactCases,
  AdminGranted: (member) => ({ ...member, isAdmin: true }),
  EmailConfirmed: (member) => ({ ...member, isEmailConfirmed: true }),
  PasswordChanged: (member) => member,
  ResetLinkIssued: (member) => member,
  PasswordReset: withSignInMethods,
  SignInMethodAdded: withSignInMethods,
  SignInMethodRemoved: withSignInMethods,
};

const evolveMember = evolveBy(memberCases);

function evolve(state: UserState, event: Timed<UserEvent>): UserState {
  if (state.status === 'deleted') return state;
  if (event.type === 'UserRegistered') return newMember(event);
  if (state.status === 'absent') return state;
  return event.type === 'UserDeleted' ? { status: 'deleted' } : evolveMember(state, event);
}

export const userFold: SnapshotFold<UserState, UserEvent> = {
  initialState: { status: 'absent' },
  types: typesOf(userEvents),
  evolve,
  owns: <T extends ProductEvent>(event: T): event is T & UserEvent => Object.hasOwn(userEvents, event.type),
  snapshot: userSnapshot,
};
