import {
  type AddSocialLinkBody,
  type AddWalletBody,
  type EditProfileBody,
  limits,
  ProblemError,
  texts,
} from '@pmcw/contracts';
import type { ProductEvent, profileEvents } from '@pmcw/contracts/events';
import type { Member } from '../accounts/userState.ts';
import type { Timed } from '../handling/decider.ts';

/** Changes the texts of a profile. */
export type EditProfile = EditProfileBody & { readonly type: 'EditProfile' };
/** Lists a wallet whose address, in its one spelling, is already claimed. */
export type AddWallet = AddWalletBody & { readonly type: 'AddWallet'; readonly walletId: string };
/** Takes a wallet off the list. */
export interface RemoveWallet {
  readonly type: 'RemoveWallet';
  readonly walletId: string;
}
/** Links a platform, once each (design "Settled codes"). */
export type AddSocialLink = AddSocialLinkBody & { readonly type: 'AddSocialLink'; readonly socialId: string };
/** Removes the link to a platform. */
export interface RemoveSocialLink {
  readonly type: 'RemoveSocialLink';
  readonly socialId: string;
}

/** Commands by which members change their own profile. */
export type ProfileCommand = EditProfile | AddWallet | RemoveWallet | AddSocialLink | RemoveSocialLink;
/** Events that change what a profile shows. */
export type ProfileEvent = Extract<ProductEvent, { type: keyof typeof profileEvents }>;

const say = texts.refusals;

function editProfile(member: Member, { type: _, ...wanted }: EditProfile): readonly ProfileEvent[] {
  const changes =
    wanted.fullName !== member.fullName ||
    wanted.bio !== member.bio ||
    wanted.telegramHandle !== member.telegramHandle;
  return changes ? [{ type: 'ProfileEdited', data: { userId: member.id, ...wanted } }] : [];
}

function addWallet(member: Member, { type: _, ...wallet }: AddWallet): readonly ProfileEvent[] {
  const isListed = member.wallets.some(
    ({ network, address }) => network === wallet.network && address === wallet.address,
  );
  if (isListed) throw new ProblemError('wallet_listed', say.walletListed);
  if (member.wallets.length >= limits.walletsMax) throw new ProblemError('conflict', say.tooManyWallets);
  return [{ type: 'WalletAdded', data: { userId: member.id, ...wallet } }];
}

function removeWallet(member: Member, { walletId }: RemoveWallet): readonly ProfileEvent[] {
  if (!member.wallets.some(({ id }) => id === walletId)) {
    throw new ProblemError('not_found', say.walletNotFound);
  }
  return [{ type: 'WalletRemoved', data: { userId: member.id, walletId } }];
}

function addSocialLink(member: Member, { type: _, ...link }: AddSocialLink): readonly ProfileEvent[] {
  if (member.socials.some(({ platform }) => platform === link.platform)) {
    throw new ProblemError('social_platform_taken', say.socialPlatformTaken);
  }
  return [{ type: 'SocialLinkAdded', data: { userId: member.id, ...link } }];
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
    case 'AddWallet':
      return addWallet(member, command);
    case 'RemoveWallet':
      return removeWallet(member, command);
    case 'AddSocialLink':
      return addSocialLink(member, command);
    case 'RemoveSocialLink':
      return removeSocialLink(member, command);
    default:
      return command satisfies never;
  }
}

/** The member after a change of their profile. */
export function evolveProfile(member: Member, event: Timed<ProfileEvent>): Member {
  switch (event.type) {
    case 'ProfileEdited': {
      const { fullName, bio, telegramHandle } = event.data;
      return { ...member, fullName, bio, telegramHandle };
    }
    case 'WalletAdded': {
      const { walletId: id, network, address } = event.data;
      return {
        ...member,
        wallets: [...member.wallets, { id, network, address, addedAt: event.metadata.time }],
      };
    }
    case 'WalletRemoved':
      return { ...member, wallets: member.wallets.filter(({ id }) => id !== event.data.walletId) };
    case 'SocialLinkAdded': {
      const { socialId: id, platform, username } = event.data;
      return { ...member, socials: [...member.socials, { id, platform, username }] };
    }
    case 'SocialLinkRemoved':
      return { ...member, socials: member.socials.filter(({ id }) => id !== event.data.socialId) };
    default:
      return event satisfies never;
  }
}
