import { roomWords } from '../../room.ts';

/** Dialogs for sharing a profile and a wallet (spec §2 "Public profile", §8). */
export const shareDialog = roomWords('shareDialog', {
  customize: 'Customize',
  dialogTitle: 'Share this profile',
  dialogText: (username: string) => `Help others find @${username}.`,
  ownDialogText: 'One link to everything that is yours.',
  tabs: 'Sharing',
  preview: 'Preview',
  targets: {
    email: 'Email',
    copy: 'Copy Link',
    copied: 'Copied',
  },
  signed: { link: 'Signed profile', text: 'for other sites, which can verify it themselves' },
  copied: {
    title: 'Link copied',
    description: 'Profile link copied to clipboard',
    failure: 'Could not copy the link to clipboard',
  },
  title: 'Title',
  description: 'Description',
  defaultDescription: (fullName: string) => `All wallet addresses and links of ${fullName} in one place.`,
  useCustomImage: 'Use custom image',
  useCustomImageHint: 'Only for the preview above. Other sites show their own image of the profile.',
  imageUrl: 'Image URL',
  imageFrom: (host: string) => `Image from ${host}`,
  imageElsewhere: 'Images from other sites are not loaded here, so you only see where it comes from.',
  imageBroken: 'This image could not be loaded.',
  noImage: 'No image yet',
  cancel: 'Cancel',
  shareProfile: 'Share Profile',
  walletCode: {
    title: (network: string) => `${network} address`,
    text: 'Scan it, then compare the first and last characters.',
    code: (network: string) => `QR code of the ${network} address`,
    copy: 'Copy address',
    explorer: 'View on explorer',
  },
});
