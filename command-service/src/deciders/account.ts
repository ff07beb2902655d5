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

export interface FirstWallet extends Omit<WalletProof, 'provedAt'> {
  readonly walletId: string;
  readonly network: string;
  readonly address: string;
}

interface Registration {
  readonly userId: number;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly telegramHandle: string;
  readonly userType: UserType;
  readonly signInMethod?: { readonly methodId: string; readonly kind: SignInMethodKind };
  /** Its address is already claimed. */
  readonly wallet?: FirstWallet;
}

export type RegisterUser = Registration & { readonly type: 'RegisterUser' };
/** Doesn't verify the account. */
export type RegisterAdministrator = Registration & { readonly type: 'RegisterAdministrator' };

export interface GrantAdmin {
  readonly type: 'GrantAdmin';
}
export interface RecordPassword {
  readonly type: 'RecordPassword';
}
export interface IssueResetLink {
  readonly type: 'IssueResetLink';
  /** The administrator. */
  readonly byUserId: number;
}
export interface ConfirmEmail {
  readonly type: 'ConfirmEmail';
}
/** The vault sets the password next. Ends all ways to sign in that are not to keep. */
export interface ResetPassword {
  readonly type: 'ResetPassword';
  /** Whether the link was mailed to the member's address, and so confirms it. */
  readonly isMailed: boolean;
  readonly keep: readonly string[];
}
/** Ends ways to sign in that a crash, or another session, left after `ResetPassword`. */
export interface FinishReset {
  readonly type: 'FinishReset';
  readonly keep: readonly string[];
}

/** Deletes a member permanently (spec §4). */
export interface DeleteUser {
  readonly type: 'DeleteUser';
}

export type MakeAccount = RegisterUser | RegisterAdministrator;
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

export function decideAccountChange(member: Member, command: ChangeAccount): readonly AccountEvent[] {
  const { id: userId, isAdmin } = member;
  switch (command.type) {
    case 'GrantAdmin':
      return isAdmin ? [] : [{ type: 'AdminGranted', data: { userId } }];
    case 'RecordPassword':
      return [{ type: 'PasswordChanged', data: { userId } }];
    case 'IssueResetLink':
      // Only member 1 may make a link for their account.
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
      // If the password was removed since, no other way may end.
      return signsInBy(member, passwordMethodId) ? othersRemoved(member, command.keep) : [];
    case 'DeleteUser':
      refuseProtected(member);
      return [{ type: 'UserDeleted', data: { userId } }];
    default:
      return command satisfies never;
  }
}
