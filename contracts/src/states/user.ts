import { type ProductEvent, type UserEvent, userEvents } from '../events/registry.ts';
import type { SnapshotFold, Timed } from './fold.ts';
import {
  evolveModeration,
  evolveProfile,
  evolveVerification,
  newMember,
  signInMethodsAfter,
  type UserState,
} from './member.ts';
import { userSnapshot } from './userSnapshot.ts';

function evolve(state: UserState, event: Timed<UserEvent>): UserState {
  if (state.status === 'deleted') return state;
  if (event.type === 'UserRegistered') return newMember(event);
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'AdminGranted':
      return { ...state, isAdmin: true };
    case 'EmailConfirmed':
      return { ...state, isEmailConfirmed: true };
    case 'PasswordChanged':
    case 'ResetLinkIssued':
      return state;
    case 'PasswordReset':
    case 'SignInMethodAdded':
    case 'SignInMethodRemoved':
      return { ...state, signInMethods: signInMethodsAfter(state.signInMethods, event) };
    case 'UserDeleted':
      return { status: 'deleted' };
    case 'UserSuspended':
    case 'UserUnsuspended':
    case 'UserTypeChanged':
    case 'AdminNotesChanged':
      return evolveModeration(state, event);
    case 'ProfileEdited':
    case 'AvatarChanged':
    case 'BackgroundChanged':
    case 'WalletAdded':
    case 'WalletRemoved':
    case 'WalletProved':
    case 'WalletRestored':
    case 'SocialLinkAdded':
    case 'SocialLinkRemoved':
    case 'SocialLinkRestored':
      return evolveProfile(state, event);
    case 'UserVerified':
    case 'UserUnverified':
    case 'VerificationConfirmed':
    case 'TokensSet':
    case 'VerificationRequested':
    case 'VerificationApproved':
    case 'VerificationRejected':
      return evolveVerification(state, event);
    default:
      return event satisfies never;
  }
}

/** Each domain folds its own part. */
export const userFold: SnapshotFold<UserState, UserEvent> = {
  initialState: { status: 'absent' },
  evolve,
  owns: <T extends ProductEvent>(event: T): event is T & UserEvent => Object.hasOwn(userEvents, event.type),
  snapshot: userSnapshot,
};
