import { ProblemError, texts, type UserType } from '@pmcw/contracts';
import type { accountEvents, ProductEvent } from '@pmcw/contracts/events';
import type { Timed } from '../handling/decider.ts';
import type { Member, UserState } from './userState.ts';

/** What a newcomer says of themselves. */
interface Registration {
  readonly userId: number;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly telegramHandle: string;
  readonly userType: UserType;
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

/** Commands that make accounts. */
export type MakeAccount = RegisterUser | RegisterAdministrator;
/** Commands that change who a member is to the site. */
export type ChangeAccount = GrantAdmin | RecordPassword;
/** Events of accounts. */
export type AccountEvent = Extract<ProductEvent, { type: keyof typeof accountEvents }>;

/** Accounts are made once: an id that is in use, whatever led to it, is a conflict. */
export function decideAccount(state: UserState, command: MakeAccount): readonly AccountEvent[] {
  if (state.status !== 'absent') throw new ProblemError('conflict', texts.refusals.conflict);
  const { type, ...registration } = command;
  const registered = { type: 'UserRegistered', data: registration } as const;
  return type === 'RegisterUser'
    ? [registered]
    : [registered, { type: 'AdminGranted', data: { userId: command.userId } }];
}

/** Changes to an account that is there. */
export function decideAccountChange(
  { id: userId, isAdmin }: Member,
  command: ChangeAccount,
): readonly AccountEvent[] {
  switch (command.type) {
    case 'GrantAdmin':
      return isAdmin ? [] : [{ type: 'AdminGranted', data: { userId } }];
    case 'RecordPassword':
      return [{ type: 'PasswordChanged', data: { userId } }];
    default:
      return command satisfies never;
  }
}

/** A member just registered: neither verified nor an administrator, with an empty profile. */
export function newMember(event: Timed<Extract<AccountEvent, { type: 'UserRegistered' }>>): Member {
  const { userId, ...names } = event.data;
  return {
    status: 'registered',
    id: userId,
    ...names,
    bio: '',
    isAdmin: false,
    isAuthorized: false,
    isSuspended: false,
    pmcwTokens: 0,
    createdAt: event.metadata.time,
    notes: '',
    openRequest: null,
    wallets: [],
    socials: [],
  };
}
