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

/** Events of accounts. */
export type AccountEvent = Extract<ProductEvent, { type: keyof typeof accountEvents }>;
/** Events that change what a profile shows. */
export type ProfileEvent = Extract<ProductEvent, { type: keyof typeof profileEvents }>;
/** Events of verification and what follows from it. */
export type VerificationEvent = Extract<ProductEvent, { type: keyof typeof verificationEvents }>;
/** Events of moderation. */
export type ModerationEvent = Extract<ProductEvent, { type: keyof typeof moderationEvents }>;

/** A way in which a member signs in. */
export interface SignInMethod {
  /** `passwordMethodId`, or the id under which the vault has what is secret about it. */
  readonly id: string;
  readonly kind: SignInMethodKind;
  readonly addedAt: string;
}

/** A member as the events of `user-{id}` tell. */
export interface Member {
  readonly status: 'registered';
  readonly id: number;
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
  /** Whether the member has used a link that was mailed there. */
  readonly isEmailConfirmed: boolean;
  readonly telegramHandle: string;
  readonly bio: string;
  /** Hashes of the images in the vault; null for none. */
  readonly avatarHash: string | null;
  readonly backgroundHash: string | null;
  readonly userType: UserType;
  readonly isAdmin: boolean;
  readonly isAuthorized: boolean;
  /** What administrators saw when they verified them, or looked at them last; null while they are not verified. */
  readonly verifiedAs: Pick<Member, 'fullName' | 'avatarHash'> | null;
  readonly isSuspended: boolean;
  readonly pmcwTokens: number;
  readonly createdAt: string;
  /** What administrators wrote down; for their eyes only. */
  readonly notes: string;
  /** The open request to be verified; null when there is none. */
  readonly openRequest: { readonly id: string; readonly createdAt: string } | null;
  /** Ids of the notices that are theirs alone: of the events that told the outcome of a verification. */
  readonly notices: readonly string[];
  /** The ways in which they sign in, in the order in which they were added. */
  readonly signInMethods: readonly SignInMethod[];
  /** In the order of their ids, which are made in the order of time. */
  readonly wallets: readonly Wallet[];
  /** In the order of their ids. */
  readonly socials: readonly SocialLink[];
}

/** What there may be in a `user-{id}` stream. Of a deleted member nothing is left but that they were. */
export type UserState = { readonly status: 'absent' } | { readonly status: 'deleted' } | Member;

/** The events that say in which ways a member signs in. */
export const signInMethodEventTypes = [
  'UserRegistered',
  'PasswordReset',
  'SignInMethodAdded',
  'SignInMethodRemoved',
  'WalletRemoved',
] as const;
export type SignInMethodEvent = Extract<ProductEvent, { type: (typeof signInMethodEventTypes)[number] }>;

const password = { methodId: passwordMethodId, kind: 'password' } as const;

/**
 * The ways in which a member signs in, after an event. Whoever uses a reset link has a password from then on. A wallet signs in for as
 * long as it stands in the list: when it is put back there, it does not sign in again.
 */
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

/** A member just registered: neither verified nor an administrator, with an empty profile. */
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

/** The list with an item at its place by id: an item that was taken off and put back stands where it stood. */
function listed<Item extends { readonly id: string }>(items: readonly Item[], item: Item): readonly Item[] {
  return [...items, item].sort((a, b) => (a.id < b.id ? -1 : 1));
}

type WalletEvent = Extract<
  ProfileEvent,
  { type: 'WalletAdded' | 'WalletRemoved' | 'WalletProved' | 'WalletRestored' }
>;

/** The proof with which a wallet was put back; null where it had none. */
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

/** The member after a change of their profile. */
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

/** The member after an event of moderation. */
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

/** The member after a step of verification. */
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
