import { passwordMethodId, type SignInMethodKind } from '../accounts/signInMethods.ts';
import type { UserType } from '../accounts/userTypes.ts';
import type { accountEvents } from '../events/accounts.ts';
import type { moderationEvents } from '../events/moderation.ts';
import type { profileEvents } from '../events/profiles.ts';
import type { ProductEvent } from '../events/registry.ts';
import type { verificationEvents } from '../events/verification.ts';
import type { SocialLink, Wallet } from '../profiles/queries.ts';
import type { WalletProof } from '../walletProofs/queries.ts';
import type { Timed } from './fold.ts';

export type AccountEvent = Extract<ProductEvent, { type: keyof typeof accountEvents }>;
export type ProfileEvent = Extract<ProductEvent, { type: keyof typeof profileEvents }>;
export type VerificationEvent = Extract<ProductEvent, { type: keyof typeof verificationEvents }>;
export type ModerationEvent = Extract<ProductEvent, { type: keyof typeof moderationEvents }>;

export interface SignInMethod {
  /** `passwordMethodId`, or the id of its secret in the vault. */
  readonly id: string;
  readonly kind: SignInMethodKind;
  readonly addedAt: string;
}

export interface Member {
  readonly status: 'registered';
  readonly id: number;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  readonly isEmailConfirmed: boolean;
  readonly telegramHandle: string;
  readonly bio: string;
  readonly avatarHash: string | null;
  readonly backgroundHash: string | null;
  readonly userType: UserType;
  readonly isAdmin: boolean;
  readonly isAuthorized: boolean;
  /** As verified or last confirmed; null while not verified. */
  readonly verifiedAs: Pick<Member, 'fullName' | 'avatarHash'> | null;
  readonly isSuspended: boolean;
  readonly pmcwTokens: number;
  readonly createdAt: string;
  /** For administrators only. */
  readonly notes: string;
  readonly openRequest: { readonly id: string; readonly createdAt: string } | null;
  readonly notices: readonly string[];
  readonly signInMethods: readonly SignInMethod[];
  readonly wallets: readonly Wallet[];
  readonly socials: readonly SocialLink[];
}

export type UserState = { readonly status: 'absent' } | { readonly status: 'deleted' } | Member;

export const signInMethodEventTypes = [
  'UserRegistered',
  'PasswordReset',
  'SignInMethodAdded',
  'SignInMethodRemoved',
  'WalletRemoved',
] as const;
export type SignInMethodEvent = Extract<ProductEvent, { type: (typeof signInMethodEventTypes)[number] }>;

const password = { methodId: passwordMethodId, kind: 'password' } as const;

/** A reset link adds a password. Restoring a wallet does not restore signing in with it. */
export function signInMethodsAfter(
  methods: readonly SignInMethod[],
  event: SignInMethodEvent & { readonly metadata: Pick<Timed<SignInMethodEvent>['metadata'], 'time'> },
): readonly SignInMethod[] {
  const addedAt = event.metadata.time;
  const withMethod = ({ methodId: id, kind }: { methodId: string; kind: SignInMethodKind }) =>
    methods.some((method) => method.id === id) ? methods : [...methods, { id, kind, addedAt }];
  switch (event.type) {
    case 'UserRegistered':
      return withMethod(event.data.signInMethod ?? password);
    case 'PasswordReset':
      return withMethod(password);
    case 'SignInMethodAdded':
      return withMethod(event.data);
    case 'SignInMethodRemoved':
      return methods.filter(({ id }) => id !== event.data.methodId);
    case 'WalletRemoved':
      return methods.filter(({ id }) => id !== event.data.walletId);
    default:
      return event satisfies never;
  }
}

export function newMember(event: Timed<Extract<AccountEvent, { type: 'UserRegistered' }>>): Member {
  const { userId, signInMethod: _, ...names } = event.data;
  return {
    status: 'registered',
    id: userId,
    ...names,
    isEmailConfirmed: false,
    bio: '',
    avatarHash: null,
    backgroundHash: null,
    isAdmin: false,
    isAuthorized: false,
    verifiedAs: null,
    isSuspended: false,
    pmcwTokens: 0,
    createdAt: event.metadata.time,
    notes: '',
    openRequest: null,
    notices: [],
    signInMethods: signInMethodsAfter([], event),
    wallets: [],
    socials: [],
  };
}

/** Sorted by id, so that a restored item returns to its place. */
function listed<Item extends { readonly id: string }>(items: readonly Item[], item: Item): readonly Item[] {
  return [...items, item].sort((a, b) => (a.id < b.id ? -1 : 1));
}

type WalletEvent = Extract<
  ProfileEvent,
  { type: 'WalletAdded' | 'WalletRemoved' | 'WalletProved' | 'WalletRestored' }
>;

export function restoredProof(
  data: Extract<ProfileEvent, { type: 'WalletRestored' }>['data'],
): WalletProof | null {
  const { statement, signature, scheme, provedAt } = data;
  if (statement === null || signature === null || scheme === null || provedAt === null) return null;
  return { statement, signature, scheme, provedAt };
}

function evolveWallets(wallets: readonly Wallet[], event: Timed<WalletEvent>): readonly Wallet[] {
  switch (event.type) {
    case 'WalletAdded': {
      const { walletId: id, network, address } = event.data;
      return listed(wallets, { id, network, address, addedAt: event.metadata.time, proof: null });
    }
    case 'WalletProved': {
      const { userId: _, walletId, ...proved } = event.data;
      const proof = { ...proved, provedAt: event.metadata.time };
      return wallets.map((wallet) => (wallet.id === walletId ? { ...wallet, proof } : wallet));
    }
    case 'WalletRestored': {
      const { walletId: id, network, address, addedAt } = event.data;
      return listed(wallets, { id, network, address, addedAt, proof: restoredProof(event.data) });
    }
    case 'WalletRemoved':
      return wallets.filter(({ id }) => id !== event.data.walletId);
    default:
      return event satisfies never;
  }
}

export function evolveProfile(member: Member, event: Timed<ProfileEvent>): Member {
  switch (event.type) {
    case 'ProfileEdited': {
      const { fullName, bio, telegramHandle } = event.data;
      return { ...member, fullName, bio, telegramHandle };
    }
    case 'AvatarChanged':
      return { ...member, avatarHash: event.data.mediaHash };
    case 'BackgroundChanged':
      return { ...member, backgroundHash: event.data.mediaHash };
    case 'WalletAdded':
    case 'WalletProved':
    case 'WalletRestored':
      return { ...member, wallets: evolveWallets(member.wallets, event) };
    case 'WalletRemoved':
      return {
        ...member,
        wallets: evolveWallets(member.wallets, event),
        signInMethods: signInMethodsAfter(member.signInMethods, event),
      };
    case 'SocialLinkAdded':
    case 'SocialLinkRestored': {
      const { socialId: id, platform, username } = event.data;
      return { ...member, socials: listed(member.socials, { id, platform, username }) };
    }
    case 'SocialLinkRemoved':
      return { ...member, socials: member.socials.filter(({ id }) => id !== event.data.socialId) };
    default:
      return event satisfies never;
  }
}

export function evolveModeration(member: Member, event: ModerationEvent): Member {
  switch (event.type) {
    case 'UserSuspended':
      return { ...member, isSuspended: true };
    case 'UserUnsuspended':
      return { ...member, isSuspended: false };
    case 'UserTypeChanged':
      return { ...member, userType: event.data.userType };
    case 'AdminNotesChanged':
      return { ...member, notes: event.data.notes };
    default:
      return event satisfies never;
  }
}

const asNow = ({ fullName, avatarHash }: Member): Member['verifiedAs'] => ({ fullName, avatarHash });

export function evolveVerification(member: Member, event: Timed<VerificationEvent>): Member {
  switch (event.type) {
    case 'UserVerified':
      return {
        ...member,
        isAuthorized: true,
        verifiedAs: asNow(member),
        notices: [...member.notices, event.eventId],
      };
    case 'UserUnverified':
      return { ...member, isAuthorized: false, verifiedAs: null };
    case 'VerificationConfirmed':
      return { ...member, verifiedAs: asNow(member) };
    case 'TokensSet':
      return { ...member, pmcwTokens: event.data.pmcwTokens };
    case 'VerificationRequested':
      return { ...member, openRequest: { id: event.data.requestId, createdAt: event.metadata.time } };
    case 'VerificationApproved':
      return { ...member, openRequest: null };
    case 'VerificationRejected':
      return { ...member, openRequest: null, notices: [...member.notices, event.eventId] };
    default:
      return event satisfies never;
  }
}
