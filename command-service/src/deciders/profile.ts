import {
  type AddSocialLinkBody,
  type AddWalletBody,
  type EditProfileBody,
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

/** Changes the texts of a profile; those that are left out stay. */
export type EditProfile = EditProfileBody & { readonly type: 'EditProfile' };
/** Other images, by their hashes in the vault; null for none, undefined to leave one as it is. */
export interface ChangeImages {
  readonly type: 'ChangeImages';
  readonly avatarHash: string | null | undefined;
  readonly backgroundHash: string | null | undefined;
}
/** Lists a wallet whose address, in its one spelling, is already claimed. */
export type AddWallet = Omit<AddWalletBody, 'id'> & { readonly type: 'AddWallet'; readonly walletId: string };
/** Lists a wallet together with its proof. Another member's entry without a proof was removed before. */
export type ListProvedWallet = Omit<WalletProof, 'provedAt'> &
  Pick<Wallet, 'network' | 'address'> & { readonly type: 'ListProvedWallet'; readonly walletId: string };
/** Gives up an address that another member has proved to be theirs, on every network under which it is listed. */
export interface YieldAddress {
  readonly type: 'YieldAddress';
  readonly address: string;
}
/** Takes a wallet off the list: its member one by which they don't sign in, or one by which they do; or an administrator. */
export interface RemoveWallet {
  readonly type: 'RemoveWallet' | 'RemoveSignInWallet' | 'TakeOffWallet';
  readonly walletId: string;
}
/** Links a platform, once each (design "Settled codes"). */
export type AddSocialLink = Omit<AddSocialLinkBody, 'id'> & {
  readonly type: 'AddSocialLink';
  readonly socialId: string;
};
/** Removes the link to a platform: its member, or an administrator. */
export interface RemoveSocialLink {
  readonly type: 'RemoveSocialLink' | 'TakeOffSocialLink';
  readonly socialId: string;
}

/** A wallet that was taken off is listed again as it was; its address is already claimed. */
export interface RestoreWallet {
  readonly type: 'RestoreWallet';
  readonly wallet: Wallet;
}
/** A link that was removed stands there again as it was. */
export interface RestoreSocialLink {
  readonly type: 'RestoreSocialLink';
  readonly link: SocialLink;
}

/** Commands by which members change their own profile, and administrators put back what was on it. */
export type ProfileCommand =
  | EditProfile
  | ChangeImages
  | AddWallet
  | ListProvedWallet
  | YieldAddress
  | RemoveWallet
  | AddSocialLink
  | RemoveSocialLink
  | RestoreWallet
  | RestoreSocialLink;

const say = texts.refusals;

/** A name that is there already stays, whatever it says. @throws ProblemError `invalid_input` for one that claims to be the staff */
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

/** @throws ProblemError `wallet_listed`, `conflict` when the list is full */
function refuseUnlistable(member: Member, wallet: Pick<Wallet, 'network' | 'address'>): void {
  const isListed = member.wallets.some(
    ({ network, address }) => network === wallet.network && address === wallet.address,
  );
  if (isListed) throw new ProblemError('wallet_listed', say.walletListed);
  if (member.wallets.length >= limits.walletsMax) throw new ProblemError('conflict', say.tooManyWallets);
}

function addWallet(member: Member, { type: _, ...wallet }: AddWallet): readonly ProfileEvent[] {
  const known = member.wallets.find(({ id }) => id === wallet.walletId);
  if (known?.network === wallet.network && known.address === wallet.address) return [];
  if (known !== undefined) throw new ProblemError('conflict', say.idTaken);
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

/** @throws ProblemError `wallet_taken` when this member has proved it, too: of several accounts with the same key, the first keeps it */
function yieldAddress({ id: userId, wallets }: Member, { address }: YieldAddress): readonly ProfileEvent[] {
  const listed = wallets.filter((wallet) => wallet.address === address);
  if (listed.some(({ proof }) => proof !== null)) throw new ProblemError('wallet_taken', say.walletTaken);
  return listed.map(({ id: walletId }) => ({
    type: 'WalletRemoved',
    data: { userId, walletId, cause: 'proved_by_another' },
  }));
}

function removeWallet(member: Member, { type, walletId }: RemoveWallet): readonly ProfileEvent[] {
  if (!member.wallets.some(({ id }) => id === walletId)) {
    throw new ProblemError('not_found', say.walletNotFound);
  }
  // It signs the member in since the command was chosen, which takes more of a proof.
  if (type === 'RemoveWallet' && signsInBy(member, walletId)) {
    throw new ProblemError('fresh_proof_required', say.freshProofRequired);
  }
  if (isOnlyWay(member, walletId)) throw new ProblemError('last_sign_in_method', say.lastSignInMethod);
  return [{ type: 'WalletRemoved', data: { userId: member.id, walletId } }];
}

function restoreWallet(member: Member, { wallet }: RestoreWallet): readonly ProfileEvent[] {
  refuseUnlistable(member, wallet);
  const { id: walletId, ...listed } = wallet;
  const { proof, ...entry } = listed;
  const proved = proof ?? { statement: null, signature: null, scheme: null, provedAt: null };
  return [{ type: 'WalletRestored', data: { userId: member.id, walletId, ...entry, ...proved } }];
}

/** @throws ProblemError `social_platform_taken` */
function refuseLinked(member: Member, link: Pick<SocialLink, 'platform'>): void {
  if (member.socials.some(({ platform }) => platform === link.platform)) {
    throw new ProblemError('social_platform_taken', say.socialPlatformTaken);
  }
}

function addSocialLink(member: Member, { type: _, ...link }: AddSocialLink): readonly ProfileEvent[] {
  const known = member.socials.find(({ id }) => id === link.socialId);
  if (known?.platform === link.platform && known.username === link.username) return [];
  if (known !== undefined) throw new ProblemError('conflict', say.idTaken);
  refuseLinked(member, link);
  return [{ type: 'SocialLinkAdded', data: { userId: member.id, ...link } }];
}

function restoreSocialLink(member: Member, { link }: RestoreSocialLink): readonly ProfileEvent[] {
  refuseLinked(member, link);
  const { id: socialId, ...listed } = link;
  return [{ type: 'SocialLinkRestored', data: { userId: member.id, socialId, ...listed } }];
}

function removeSocialLink(member: Member, { socialId }: RemoveSocialLink): readonly ProfileEvent[] {
  if (!member.socials.some(({ id }) => id === socialId)) {
    throw new ProblemError('not_found', say.socialLinkNotFound);
  }
  return [{ type: 'SocialLinkRemoved', data: { userId: member.id, socialId } }];
}

/** Decides a member's changes to their own profile. */
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
    case 'RestoreWallet':
      return restoreWallet(member, command);
    case 'RestoreSocialLink':
      return restoreSocialLink(member, command);
    default:
      return command satisfies never;
  }
}
