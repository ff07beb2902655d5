import { roomWords } from '../../room.ts';

/** Sharing a profile, on the profile itself (spec §2 "Public profile", §8). */
export const sharing = roomWords('sharing', {
  share: 'Share',
  shareImage: 'Share Image',
  generating: 'Generating...',
  generated: { title: 'Image generated!', description: 'Your profile image has been downloaded.' },
  notGenerated: { title: 'Error generating image', description: 'Please try again later.' },
  wallet: {
    show: (network: string) => `Show the QR code of the ${network} address`,
    showTip: 'Show QR code',
    explore: (network: string) => `Look up the ${network} address on a blockchain explorer`,
    exploreTip: 'View on explorer',
  },
});
