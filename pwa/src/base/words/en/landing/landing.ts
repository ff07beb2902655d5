import { roomWords } from '../../room.ts';

/** Spec §2 "Landing page". */
export const landing = roomWords('landing', {
  promise: 'Your Crypto Identity In One Simple Link',
  about:
    'Every wallet address, every social account, one page that is yours. Share a name instead of forty‑two characters.',
  start: 'Get your profile',
  browse: 'Browse profiles',
  features: {
    heading: 'Everything people need to find you, pay you and trust you',
    wallets: {
      title: 'Multiple Wallets',
      text: 'Eleven networks and any number of addresses, each checked for format and checksum before anyone can copy it.',
    },
    sharing: {
      title: 'Easy Sharing',
      text: 'One short link with your name in it, for every bio and every invoice.',
      sampleName: 'you',
    },
    verification: {
      title: 'Verification Status',
      text: 'A gold seal from people who actually looked. It is earned, never bought, and comes with 1 PMCW.',
    },
    looks: {
      title: 'Customizable Profiles',
      text: 'Your picture, your colors, your words. Until you choose, you get a robot and a pattern that nobody else has.',
    },
  },
  sampleBio: 'Building open payment rails in Lagos. Tips welcome on any chain.',
  verified: {
    heading: 'Recently Verified',
    viewAll: 'View All Verified Users',
    failed: 'Failed to fetch featured users',
    loading: 'Loading verified users',
    none: 'No verified users found yet. Be the first one!',
  },
  callToAction: {
    heading: 'Claim your name before someone else does',
    text: 'It takes a minute, and every address you add is checked.',
    create: 'Create Profile',
    browse: 'Browse Profiles',
  },
  token: {
    heading: 'PMCW is earned by being real',
    text: (supply: string) =>
      `There will never be more than ${supply}. Members earn theirs when they are verified.`,
    supply: 'Fixed supply',
    network: 'Network',
    address: 'Contract address',
    failed: 'The token could not be loaded',
    copy: 'Copy Token Address',
    copied: {
      title: 'Token Address Copied',
      description: 'PMCW token address has been copied to your clipboard',
      failure: 'Could not copy the address to clipboard',
    },
    join: 'Join our Telegram',
  },
  footer: {
    label: 'About this site',
    text: 'One link for every wallet you own.',
    directory: 'Member Directory',
    group: 'Telegram',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
  },
});
