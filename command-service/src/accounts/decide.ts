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

/** Commands that make accounts. */
export type AccountCommand = RegisterUser | RegisterAdministrator;
/** Events that make accounts. */
export type AccountEvent = Extract<ProductEvent, { type: keyof typeof accountEvents }>;

/** Accounts are made once: an id that is in use, whatever led to it, is a conflict. */
export function decideAccount(state: UserState, command: AccountCommand): readonly AccountEvent[] {
  if (state.status !== 'absent') throw new ProblemError('conflict', texts.refusals.conflict);
  const { type, ...registration } = command;
  const registered = { type: 'UserRegistered', data: registration } as const;
  return type === 'RegisterUser'
    ? [registered]
    : [registered, { type: 'AdminGranted', data: { userId: command.userId } }];
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
    pmcwTokens: 0,
    createdAt: event.metadata.time,
    wallets: [],
    socials: [],
  };
}
