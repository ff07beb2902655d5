import { passwordMethodId, type SignInMethodKind } from '../accounts/signInMethods.ts';
import type { UserType } from '../accounts/userTypes.ts';
import type { ContactPolicy } from '../contacts/policy.ts';
import type { accountEvents } from '../events/accounts.ts';
import type { contactEvents, contactPolicyEvents } from '../events/contacts.ts';
import type { moderationEvents } from '../events/moderation.ts';
import type { profileEvents } from '../events/profiles.ts';
import type { CaseNoticeEvent, EventType, ProductEvent } from '../events/registry.ts';
import type { verificationEvents } from '../events/verification.ts';
import type { EnsName } from '../profiles/ensName.ts';
import type { LinkBack } from '../profiles/linksBack.ts';
import type { SocialLink, Wallet } from '../profiles/queries.ts';
import type { WalletProof } from '../walletProofs/queries.ts';
import { type Cases, foldOf, type Timed } from './fold.ts';

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
  /** Members whose messages are not received. */
  readonly blocks: readonly Block[];
  readonly contactPolicy: ContactPolicy;
}

export interface Block {
  readonly memberId: number;
  /** Of the event. */
  readonly position: string;
}

export const hasBlocked = ({ blocks }: Pick<Member, 'blocks'>, memberId: number): boolean =>
  blocks.some((block) => block.memberId === memberId);

export type UserState = { readonly status: 'absent' } | { readonly status: 'deleted' } | Member;

const withMethod = (
  methods: readonly SignInMethod[],
  { methodId: id, kind }: { readonly methodId: string; readonly kind: SignInMethodKind },
  addedAt: string,
): readonly SignInMethod[] =>
  methods.some((method) => method.id === id) ? methods : [...methods, { id, kind, addedAt }];

const without = (methods: readonly SignInMethod[], removedId: string): readonly SignInMethod[] =>
  methods.filter(({ id }) => id !== removedId);

const password = { methodId: passwordMethodId, kind: 'password' } as const;

/** A reset link adds a password. Restoring a wallet does not restore signing in with it. */
const signInMethodCases = {
  UserRegistered: (methods, { data, metadata }) =>
    withMethod(methods, data.signInMethod ?? password, metadata.time),
  PasswordReset: (methods, { metadata }) => withMethod(methods, password, metadata.time),
  SignInMethodAdded: (methods, { data, metadata }) => withMethod(methods, data, metadata.time),
  SignInMethodRemoved: (methods, { data }) => without(methods, data.methodId),
  WalletRemoved: (methods, { data }) => without(methods, data.walletId),
} satisfies Partial<Cases<readonly SignInMethod[], EventType>>;

export const signInMethodsFold = foldOf<readonly SignInMethod[], keyof typeof signInMethodCases>(
  [],
  signInMethodCases,
);

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
    signInMethods: signInMethodsFold.evolve([], event),
    wallets: [],
    socials: [],
    blocks: [],
    contactPolicy: 'everyone',
  };
}

/** Sorted by id, so that a restored item returns to its place. */
function listed<Item extends { readonly id: string }>(items: readonly Item[], item: Item): readonly Item[] {
  return [...items, item].sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function restoredProof(
  data: Extract<ProfileEvent, { type: 'WalletRestored' }>['data'],
): WalletProof | null {
  const { statement, signature, scheme, provedAt } = data;
  if (statement === null || signature === null || scheme === null || provedAt === null) return null;
  return { statement, signature, scheme, provedAt };
}

const withSocial = (
  member: Member,
  { data }: Extract<ProfileEvent, { type: 'SocialLinkAdded' | 'SocialLinkRestored' }>,
): Member => {
  const { socialId: id, platform, username } = data;
  return { ...member, socials: listed(member.socials, { id, platform, username, linksBack: null }) };
};

const withLinkBack = (member: Member, socialId: string, linksBack: LinkBack | null): Member => ({
  ...member,
  socials: member.socials.map((link) => (link.id === socialId ? { ...link, linksBack } : link)),
});

const withEnsName = (member: Member, walletId: string, ensName: EnsName | null): Member => ({
  ...member,
  wallets: member.wallets.map((wallet) => (wallet.id === walletId ? { ...wallet, ensName } : wallet)),
});

export const profileCases: Cases<Member, ProfileEvent['type']> = {
  ProfileEdited: (member, { data: { fullName, bio, telegramHandle } }) => ({
    ...member,
    fullName,
    bio,
    telegramHandle,
  }),
  AvatarChanged: (member, { data }) => ({ ...member, avatarHash: data.mediaHash }),
  BackgroundChanged: (member, { data }) => ({ ...member, backgroundHash: data.mediaHash }),
  WalletAdded(member, { data, metadata }) {
    const { walletId: id, network, address } = data;
    const wallet = { id, network, address, addedAt: metadata.time, proof: null, ensName: null };
    return { ...member, wallets: listed(member.wallets, wallet) };
  },
  WalletProved(member, { data, metadata }) {
    const { userId: _, walletId, ...proved } = data;
    const proof = { ...proved, provedAt: metadata.time };
    const wallets = member.wallets.map((wallet) => (wallet.id === walletId ? { ...wallet, proof } : wallet));
    return { ...member, wallets };
  },
  WalletRestored(member, { data }) {
    const { walletId: id, network, address, addedAt } = data;
    const wallet = { id, network, address, addedAt, proof: restoredProof(data), ensName: null };
    return { ...member, wallets: listed(member.wallets, wallet) };
  },
  WalletRemoved: (member, event) => ({
    ...member,
    wallets: member.wallets.filter(({ id }) => id !== event.data.walletId),
    signInMethods: signInMethodsFold.evolve(member.signInMethods, event),
  }),
  EnsNameSeen: (member, { data: { walletId, name }, metadata }) =>
    withEnsName(member, walletId, { name, seenAt: metadata.time }),
  EnsNameLost: (member, { data }) => withEnsName(member, data.walletId, null),
  SocialLinkAdded: withSocial,
  SocialLinkRestored: withSocial,
  LinkBackSeen: (member, { data: { socialId, by }, metadata }) =>
    withLinkBack(member, socialId, { by, seenAt: metadata.time }),
  LinkBackLost: (member, { data }) => withLinkBack(member, data.socialId, null),
  SocialLinkRemoved: (member, { data }) => ({
    ...member,
    socials: member.socials.filter(({ id }) => id !== data.socialId),
  }),
};

export const moderationCases: Cases<Member, ModerationEvent['type']> = {
  UserSuspended: (member) => ({ ...member, isSuspended: true }),
  UserUnsuspended: (member) => ({ ...member, isSuspended: false }),
  UserTypeChanged: (member, { data }) => ({ ...member, userType: data.userType }),
  AdminNotesChanged: (member, { data }) => ({ ...member, notes: data.notes }),
};

const withNotice = (member: Member, { eventId }: Timed<ProductEvent>): Member => ({
  ...member,
  notices: [...member.notices, eventId],
});

export const caseNoticeCases: Cases<Member, CaseNoticeEvent['type']> = {
  MemberWarned: withNotice,
  WarningWithdrawn: withNotice,
  ReportAnswered: withNotice,
};

const asNow = ({ fullName, avatarHash }: Member): Member['verifiedAs'] => ({ fullName, avatarHash });

export const verificationCases: Cases<Member, VerificationEvent['type']> = {
  UserVerified: (member, { eventId }) => ({
    ...member,
    isAuthorized: true,
    verifiedAs: asNow(member),
    notices: [...member.notices, eventId],
  }),
  UserUnverified: (member) => ({ ...member, isAuthorized: false, verifiedAs: null }),
  VerificationConfirmed: (member) => ({ ...member, verifiedAs: asNow(member) }),
  TokensSet: (member, { data }) => ({ ...member, pmcwTokens: data.pmcwTokens }),
  VerificationRequested: (member, { data, metadata }) => ({
    ...member,
    openRequest: { id: data.requestId, createdAt: metadata.time },
  }),
  VerificationApproved: (member) => ({ ...member, openRequest: null }),
  VerificationRejected: (member, { eventId }) => ({
    ...member,
    openRequest: null,
    notices: [...member.notices, eventId],
  }),
};

const withoutBlock = ({ blocks }: Member, memberId: number): readonly Block[] =>
  blocks.filter((block) => block.memberId !== memberId);

export const contactCases: Cases<Member, keyof (typeof contactEvents & typeof contactPolicyEvents)> = {
  MemberBlocked: (member, { data: { memberId }, position }) => ({
    ...member,
    blocks: [...withoutBlock(member, memberId), { memberId, position: String(position) }],
  }),
  MemberUnblocked: (member, { data }) => ({ ...member, blocks: withoutBlock(member, data.memberId) }),
  ContactPolicyChanged: (member, { data }) => ({ ...member, contactPolicy: data.policy }),
};
