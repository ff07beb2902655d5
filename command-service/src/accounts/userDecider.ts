import {
  accountEvents,
  moderationEvents,
  type ProductEvent,
  profileEvents,
  type UserEvent,
  verificationEvents,
} from '@pmcw/contracts/events';
import type { Decider, Timed } from '../handling/decider.ts';
import { decideModeration, evolveModeration, type ModerationCommand } from '../moderation/decide.ts';
import { decideProfile, evolveProfile, type ProfileCommand } from '../profiles/decide.ts';
import { decideVerification, evolveVerification, type VerificationCommand } from '../verification/decide.ts';
import {
  type ChangeAccount,
  decideAccount,
  decideAccountChange,
  type MakeAccount,
  newMember,
} from './decide.ts';
import { requireMember, type UserState } from './userState.ts';

/** Commands of a `user-{id}` stream. */
export type UserCommand =
  | MakeAccount
  | ChangeAccount
  | ProfileCommand
  | VerificationCommand
  | ModerationCommand;

const ownTypes: ReadonlySet<string> = new Set(
  Object.keys({ ...accountEvents, ...profileEvents, ...verificationEvents, ...moderationEvents }),
);

function decide(state: UserState, command: UserCommand): readonly UserEvent[] {
  switch (command.type) {
    case 'RegisterUser':
    case 'RegisterAdministrator':
      return decideAccount(state, command);
    case 'GrantAdmin':
    case 'RecordPassword':
      return decideAccountChange(requireMember(state), command);
    case 'EditProfile':
    case 'AddWallet':
    case 'RemoveWallet':
    case 'AddSocialLink':
    case 'RemoveSocialLink':
      return decideProfile(requireMember(state), command);
    case 'VerifyUser':
    case 'UnverifyUser':
    case 'RequestVerification':
    case 'ApproveVerification':
    case 'RejectVerification':
    case 'SetTokens':
      return decideVerification(requireMember(state), command);
    case 'SuspendUser':
    case 'UnsuspendUser':
    case 'ChangeUserType':
    case 'WriteAdminNotes':
      return decideModeration(requireMember(state), command);
    default:
      return command satisfies never;
  }
}

function evolve(state: UserState, event: Timed<UserEvent>): UserState {
  if (event.type === 'UserRegistered') return newMember(event);
  if (state.status === 'absent') return state;
  switch (event.type) {
    case 'AdminGranted':
      return { ...state, isAdmin: true };
    case 'PasswordChanged':
      return state;
    case 'UserSuspended':
    case 'UserUnsuspended':
    case 'UserTypeChanged':
    case 'AdminNotesChanged':
      return evolveModeration(state, event);
    case 'ProfileEdited':
    case 'WalletAdded':
    case 'WalletRemoved':
    case 'SocialLinkAdded':
    case 'SocialLinkRemoved':
      return evolveProfile(state, event);
    case 'UserVerified':
    case 'UserUnverified':
    case 'TokensSet':
    case 'VerificationRequested':
    case 'VerificationApproved':
    case 'VerificationRejected':
      return evolveVerification(state, event);
    default:
      return event satisfies never;
  }
}

/** The rules of `user-{id}`: one decider, whose domains each decide and evolve their own part. */
export const userDecider: Decider<UserState, UserCommand, UserEvent> = {
  initialState: { status: 'absent' },
  decide,
  evolve,
  owns: <T extends ProductEvent>(event: T): event is T & UserEvent => ownTypes.has(event.type),
};
