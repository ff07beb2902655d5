import {
  ProblemError,
  passwordMethodId,
  type SignInMethodKind,
  texts,
  type UserType,
  type WalletProof,
} from '@pmcw/contracts';
import type { AccountEvent, Member, ProfileEvent, UserState } from '@pmcw/contracts/events';
import { refuseProtected, signsInBy } from './userState.ts';

/** A wallet that a newcomer lists from the start, with its proof. */
export interface FirstWallet extends Omit<WalletProof, 'provedAt'> {
  readonly walletId: string;
  readonly network: string;
  readonly address: string;
}

/** What a newcomer says of themselves. */
interface Registration {
  readonly userId: number;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly telegramHandle: string;
  readonly userType: UserType;
  /** The way in which they will sign in; a password when absent. */
  readonly signInMethod?: { readonly methodId: string; readonly kind: SignInMethodKind };
  /** Its address is already claimed. */
  readonly wallet?: FirstWallet;
}

/** Makes an account; its names are already claimed. */
export type RegisterUser = Registration & { readonly type: 'RegisterUser' };
/** Makes the account of the first administrator, who is not verified by that. */
export type RegisterAdministrator = Registration & { readonly type: 'RegisterAdministrator' };

/** A member becomes an administrator. */
export interface GrantAdmin {
  readonly type: 'GrantAdmin';
}
/** The member has another password from now on; the vault has it already. */
export interface RecordPassword {
  readonly type: 'RecordPassword';
}
/** An administrator makes a link with which the member can choose another password. */
export interface IssueResetLink {
  readonly type: 'IssueResetLink';
  /** The administrator. */
  readonly byUserId: number;
}
/** The member used a link that was mailed to their address. */
export interface ConfirmEmail {
  readonly type: 'ConfirmEmail';
}
/** The member chooses another password by such a link; the vault sets it next. All other ways to sign in end but those that they keep. */
export interface ResetPassword {
  readonly type: 'ResetPassword';
  /** Whether the link went to the member's address, and so confirms it. */
  readonly isMailed: boolean;
  readonly keep: readonly string[];
}
/** The same once the password is chosen: for what a crash, or somebody else, left of other ways to sign in. */
export interface FinishReset {
  readonly type: 'FinishReset';
  readonly keep: readonly string[];
}

/** A member is deleted, for good (spec §4). */
export interface DeleteUser {
  readonly type: 'DeleteUser';
}

/** Commands that make accounts. */
export type MakeAccount = RegisterUser | RegisterAdministrator;
/** Commands that change who a member is to the site. */
export type ChangeAccount =
  | GrantAdmin
  | ConfirmEmail
  | RecordPassword
  | IssueResetLink
  | ResetPassword
  | FinishReset
  | DeleteUser;

const confirmed = ({ id: userId, email, isEmailConfirmed }: Member): AccountEvent[] =>
  isEmailConfirmed || email === '' ? [] : [{ type: 'EmailConfirmed', data: { userId } }];

/** Ends all ways to sign in but the password and those that are kept. */
const othersRemoved = ({ id: userId, signInMethods }: Member, keep: readonly string[]): AccountEvent[] =>
  signInMethods
    .filter(({ id }) => id !== passwordMethodId && !keep.includes(id))
    .map(({ id: methodId, kind }) => ({
      type: 'SignInMethodRemoved',
      data: { userId, methodId, kind, cause: 'recovery' },
    }));

function listed(userId: number, { walletId, network, address, ...proof }: FirstWallet): ProfileEvent[] {
  return [
    { type: 'WalletAdded', data: { userId, walletId, network, address } },
    { type: 'WalletProved', data: { userId, walletId, ...proof } },
  ];
}

/** Accounts are made once: an id that is in use, whatever led to it, is a conflict. */
export function decideAccount(
  state: UserState,
  command: MakeAccount,
): readonly (AccountEvent | ProfileEvent)[] {
  if (state.status !== 'absent') throw new ProblemError('conflict', texts.refusals.conflict);
  const { type, wallet, ...registration } = command;
  const { userId } = command;
  return [
    { type: 'UserRegistered', data: registration },
    ...(type === 'RegisterUser' ? [] : [{ type: 'AdminGranted', data: { userId } } as const]),
    ...(wallet === undefined ? [] : listed(userId, wallet)),
  ];
}

/** Changes to an account that is there. */
export function decideAccountChange(member: Member, command: ChangeAccount): readonly AccountEvent[] {
  const { id: userId, isAdmin } = member;
  switch (command.type) {
    case 'GrantAdmin':
      return isAdmin ? [] : [{ type: 'AdminGranted', data: { userId } }];
    case 'RecordPassword':
      return [{ type: 'PasswordChanged', data: { userId } }];
    case 'IssueResetLink':
      // Whoever has the link has the account; that of member 1 is nobody else's to give.
      if (command.byUserId !== userId) refuseProtected(member);
      return [{ type: 'ResetLinkIssued', data: { userId } }];
    case 'ResetPassword':
      return [
        { type: 'PasswordReset', data: { userId } },
        ...(command.isMailed ? confirmed(member) : []),
        ...othersRemoved(member, command.keep),
      ];
    case 'ConfirmEmail':
      return confirmed(member);
    case 'FinishReset':
      // Removed meanwhile, it is not brought back: then nothing else may go.
      return signsInBy(member, passwordMethodId) ? othersRemoved(member, command.keep) : [];
    case 'DeleteUser':
      refuseProtected(member);
      return [{ type: 'UserDeleted', data: { userId } }];
    default:
      return command satisfies never;
  }
}
