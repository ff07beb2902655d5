import {
  type AddSocialLinkBody,
  type AddWalletBody,
  type EditProfileBody,
  type LinkBackWay,
  limits,
  ProblemError,
  type SocialLink,
  shownName,
  texts,
  type Wallet,
  type WalletProof,
} from '@pmcw/contracts';
import type { Member, ProfileEvent } from '@pmcw/contracts/events';
import { refuseStaffName } from './names/refusals.ts';
import { isOnlyWay, signsInBy } from './userState.ts';

export type EditProfile = EditProfileBody & { readonly type: 'EditProfile' };
/** Null for none, undefined for no change. */
export interface ChangeImages {
  readonly type: 'ChangeImages';
  readonly avatarHash: string | null | undefined;
  readonly backgroundHash: string | null | undefined;
}
export type AddWallet = Omit<AddWalletBody, 'id'> & { readonly type: 'AddWallet'; readonly walletId: string };
/** Another member's entry without a proof is already gone. */
export type ListProvedWallet = Omit<WalletProof, 'provedAt'> &
  Pick<Wallet, 'network' | 'address'> & { readonly type: 'ListProvedWallet'; readonly walletId: string };
/** Another member proved the address. */
export interface YieldAddress {
  readonly type: 'YieldAddress';
  readonly address: string;
}
/** Removed by the member, by the member as a way to sign in, or by an administrator. */
export interface RemoveWallet {
  readonly type: 'RemoveWallet' | 'RemoveSignInWallet' | 'TakeOffWallet';
  readonly walletId: string;
}
/** One per platform. */
export type AddSocialLink = Omit<AddSocialLinkBody, 'id'> & {
  readonly type: 'AddSocialLink';
  readonly socialId: string;
};
export interface RemoveSocialLink {
  readonly type: 'RemoveSocialLink' | 'TakeOffSocialLink';
  readonly socialId: string;
}

export interface RecordEnsName {
  readonly type: 'RecordEnsName';
  readonly walletId: string;
  /** Null without one. */
  readonly name: string | null;
}

export interface RecordLinkCheck {
  readonly type: 'RecordLinkCheck';
  readonly socialId: string;
  /** How the linked page names the profile; null if it does not. */
  readonly by: LinkBackWay | null;
}

export interface RestoreWallet {
  readonly type: 'RestoreWallet';
  readonly wallet: Wallet;
}
export interface RestoreSocialLink {
  readonly type: 'RestoreSocialLink';
  readonly link: SocialLink;
}

export type ProfileCommand =
  | EditProfile
  | ChangeImages
  | AddWallet
  | ListProvedWallet
  | YieldAddress
  | RemoveWallet
  | AddSocialLink
  | RemoveSocialLink
  | RecordLinkCheck
  | RecordEnsName
  | RestoreWallet
  | RestoreSocialLink;

const { refusals } = texts;

/** An existing name stays, even if it claims to be staff. */
function editProfile(member: Member, wanted: EditProfile): readonly ProfileEvent[] {
  const { fullName = member.fullName, bio = member.bio, telegramHandle = member.telegramHandle } = wanted;
  if (fullName !== shownName(member.fullName, member.username) && !member.isAdmin) refuseStaffName(fullName);
  const changes =
    fullName !== member.fullName || bio !== member.bio || telegramHandle !== member.telegramHandle;
  return changes
    ? [{ type: 'ProfileEdited', data: { userId: member.id, fullName, bio, telegramHandle } }]
    : [];
}

function changeImages(
  { id: userId, ...member }: Member,
  { avatarHash, backgroundHash }: ChangeImages,
): readonly ProfileEvent[] {
  const events: ProfileEvent[] = [];
  if (avatarHash !== undefined && avatarHash !== member.avatarHash) {
    events.push({ type: 'AvatarChanged', data: { userId, mediaHash: avatarHash } });
  }
  if (backgroundHash !== undefined && backgroundHash !== member.backgroundHash) {
    events.push({ type: 'BackgroundChanged', data: { userId, mediaHash: backgroundHash } });
  }
  return events;
}

function refuseUnlistable(member: Member, wallet: Pick<Wallet, 'network' | 'address'>): void {
  const isListed = member.wallets.some(
    ({ network, address }) => network === wallet.network && address === wallet.address,
  );
  if (isListed) throw new ProblemError('wallet_listed', refusals.walletListed);
  if (member.wallets.length >= limits.walletsMax) throw new ProblemError('conflict', refusals.tooManyWallets);
}

function addWallet(member: Member, { type: _, ...wallet }: AddWallet): readonly ProfileEvent[] {
  const known = member.wallets.find(({ id }) => id === wallet.walletId);
  if (known?.network === wallet.network && known.address === wallet.address) return [];
  if (known !== undefined) throw new ProblemError('conflict', refusals.idTaken);
  refuseUnlistable(member, wallet);
  return [{ type: 'WalletAdded', data: { userId: member.id, ...wallet } }];
}

function listProvedWallet(
  member: Member,
  { type: _, walletId, network, address, ...proof }: ListProvedWallet,
): readonly ProfileEvent[] {
  const { id: userId, wallets } = member;
  if (wallets.some(({ id }) => id === walletId)) return [];
  refuseUnlistable(member, { network, address });
  return [
    { type: 'WalletAdded', data: { userId, walletId, network, address } },
    { type: 'WalletProved', data: { userId, walletId, ...proof } },
  ];
}

/** Of members with the same key, the first to prove it keeps it. */
function yieldAddress({ id: userId, wallets }: Member, { address }: YieldAddress): readonly ProfileEvent[] {
  const listed = wallets.filter((wallet) => wallet.address === address);
  if (listed.some(({ proof }) => proof !== null))
    throw new ProblemError('wallet_taken', refusals.walletTaken);
  return listed.map(({ id: walletId }) => ({
    type: 'WalletRemoved',
    data: { userId, walletId, cause: 'proved_by_another' },
  }));
}

function removeWallet(member: Member, { type, walletId }: RemoveWallet): readonly ProfileEvent[] {
  if (!member.wallets.some(({ id }) => id === walletId)) {
    throw new ProblemError('not_found', refusals.walletNotFound);
  }
  // It became a way to sign in after the command was chosen.
  if (type === 'RemoveWallet' && signsInBy(member, walletId)) {
    throw new ProblemError('fresh_proof_required', refusals.freshProofRequired);
  }
  if (isOnlyWay(member, walletId)) throw new ProblemError('last_sign_in_method', refusals.lastSignInMethod);
  return [{ type: 'WalletRemoved', data: { userId: member.id, walletId } }];
}

function restoreWallet(member: Member, { wallet }: RestoreWallet): readonly ProfileEvent[] {
  refuseUnlistable(member, wallet);
  const { id: walletId, ...listed } = wallet;
  const { proof, ...entry } = listed;
  const proved = proof ?? { statement: null, signature: null, scheme: null, provedAt: null };
  return [{ type: 'WalletRestored', data: { userId: member.id, walletId, ...entry, ...proved } }];
}

function refuseLinked(member: Member, link: Pick<SocialLink, 'platform'>): void {
  if (member.socials.some(({ platform }) => platform === link.platform)) {
    throw new ProblemError('social_platform_taken', refusals.socialPlatformTaken);
  }
}

function addSocialLink(member: Member, { type: _, ...link }: AddSocialLink): readonly ProfileEvent[] {
  const known = member.socials.find(({ id }) => id === link.socialId);
  if (known?.platform === link.platform && known.username === link.username) return [];
  if (known !== undefined) throw new ProblemError('conflict', refusals.idTaken);
  refuseLinked(member, link);
  return [{ type: 'SocialLinkAdded', data: { userId: member.id, ...link } }];
}

function restoreSocialLink(member: Member, { link }: RestoreSocialLink): readonly ProfileEvent[] {
  refuseLinked(member, link);
  const { id: socialId, platform, username } = link;
  return [{ type: 'SocialLinkRestored', data: { userId: member.id, socialId, platform, username } }];
}

function removeSocialLink(member: Member, { socialId }: RemoveSocialLink): readonly ProfileEvent[] {
  if (!member.socials.some(({ id }) => id === socialId)) {
    throw new ProblemError('not_found', refusals.socialLinkNotFound);
  }
  return [{ type: 'SocialLinkRemoved', data: { userId: member.id, socialId } }];
}

/** A link that was removed during the check leaves no event. */
function recordLinkCheck(member: Member, { socialId, by }: RecordLinkCheck): readonly ProfileEvent[] {
  const link = member.socials.find(({ id }) => id === socialId);
  if (link === undefined) return [];
  const data = { userId: member.id, socialId };
  if (by !== null) return [{ type: 'LinkBackSeen', data: { ...data, by } }];
  return link.linksBack === null ? [] : [{ type: 'LinkBackLost', data }];
}

/** An address that was removed during the check leaves no event. */
function recordEnsName(member: Member, { walletId, name }: RecordEnsName): readonly ProfileEvent[] {
  const wallet = member.wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) return [];
  const data = { userId: member.id, walletId };
  if (name !== null) return [{ type: 'EnsNameSeen', data: { ...data, name } }];
  return wallet.ensName === null ? [] : [{ type: 'EnsNameLost', data }];
}

export function decideProfile(member: Member, command: ProfileCommand): readonly ProfileEvent[] {
  switch (command.type) {
    case 'EditProfile':
      return editProfile(member, command);
    case 'ChangeImages':
      return changeImages(member, command);
    case 'AddWallet':
      return addWallet(member, command);
    case 'ListProvedWallet':
      return listProvedWallet(member, command);
    case 'YieldAddress':
      return yieldAddress(member, command);
    case 'RemoveWallet':
    case 'RemoveSignInWallet':
    case 'TakeOffWallet':
      return removeWallet(member, command);
    case 'AddSocialLink':
      return addSocialLink(member, command);
    case 'RemoveSocialLink':
    case 'TakeOffSocialLink':
      return removeSocialLink(member, command);
    case 'RecordEnsName':
      return recordEnsName(member, command);
    case 'RecordLinkCheck':
      return recordLinkCheck(member, command);
    case 'RestoreWallet':
      return restoreWallet(member, command);
    case 'RestoreSocialLink':
      return restoreSocialLink(member, command);
    default:
      return command satisfies never;
  }
}
