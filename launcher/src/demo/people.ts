import { createHash } from 'node:crypto';
import type { SocialPlatform, UserType } from '@pmcw/contracts';

/** No mail reaches it; `demo -- --remove` knows invented members by it. */
export const demoDomain = 'demo.invalid';

export interface Person {
  readonly fullName: string;
  readonly username: string;
  readonly bio: string;
  readonly userType: UserType;
  readonly socials: readonly { readonly platform: SocialPlatform; readonly username: string }[];
  readonly networks: readonly string[];
  readonly isVouchedFor: boolean;
}

const firstNames =
  'Amara Noah Lena Mateo Priya Jonas Yuki Elif Tomasz Chioma Sofia Idris Hana Luca Freya Ravi Zoe Emeka Clara Omar Mila Kenji Nadia Hugo Ines Viktor Aisha Theo Mei Samuel'.split(
    ' ',
  );
const lastNames =
  'Okafor Lindqvist Moreau Tanaka Castillo Novak Sharma Weber Haddad Kowalski Rossi Nakamura Mensah Fischer Petrov Silva Yilmaz Andersen Dubois Chen Adeyemi Horvat Iyer Laurent Park'.split(
    ' ',
  );
const bios = [
  'Building wallets people can actually read. Previously payments, now self-custody.',
  'Solidity by day, pottery by night. Ask me about upgradeable contracts (or glazes).',
  'I run two validators and one vegetable garden. Uptime is about the same.',
  'Researcher on stablecoin reserves. I read the footnotes so that you need not.',
  'Collector of early generative art. Always happy to trade stories.',
  'Security engineer. If your signature prompt is unreadable, I will find you.',
  'Community lead. Meetups every second Thursday, everyone is welcome.',
  'Writing a newsletter on rollups in plain words.',
  'Designer of small, calm interfaces for large, loud markets.',
  'Grants and public goods. Send me the thing that gets no funding.',
  'Miner since the laptop days. Now mostly heating my greenhouse.',
  'Tax adviser who likes spreadsheets and long walks. Not advice.',
];
const organisations: readonly {
  readonly type: UserType;
  readonly names: readonly string[];
  readonly bio: string;
}[] = [
  {
    type: 'Business',
    names: ['Northwind Payments', 'Copper Kettle Coffee', 'Ledgerline Audit'],
    bio: 'We accept what you hold. Settled in seconds, booked by morning.',
  },
  {
    type: 'Charity',
    names: ['Clean Wells Fund', 'Open Libraries', 'Reef Watch'],
    bio: 'Every donation on chain, every receipt in public.',
  },
  {
    type: 'Crypto Group',
    names: ['Lisbon Ethereans', 'Bitcoin Supper Club', 'Women in Rollups'],
    bio: 'A friendly group that meets in person and argues in good faith.',
  },
  {
    type: 'Crypto Project',
    names: ['Tidepool DEX', 'Lantern Protocol', 'Mosaic Names'],
    bio: 'Small team, open source, shipping every two weeks.',
  },
];
const platforms: readonly SocialPlatform[] = [
  'twitter',
  'telegram',
  'github',
  'medium',
  'linkedin',
  'youtube',
  'instagram',
  'reddit',
];
const networkMixes = [
  ['ETH'],
  ['ETH', 'BTC'],
  ['SOL'],
  ['BTC'],
  ['PMCW', 'BSC'],
  ['ETH', 'SOL', 'MATIC', 'ATOM'],
  ['ETH', 'PMCW'],
  ['BTC', 'DOGE'],
  ['AVAX', 'ETH', 'BTC', 'SOL', 'BSC'],
  [],
];

/** Below 1, deterministic for a seed. */
export function numbersFrom(seed: string): () => number {
  let counter = 0;
  return () => {
    const hash = createHash('sha256').update(`${seed}:${counter}`).digest();
    counter += 1;
    return hash.readUInt32BE() / 2 ** 32;
  };
}

export function oneOf<T>(random: () => number, choices: readonly T[]): T {
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
}

function nameOf(random: () => number) {
  if (random() < 0.18) {
    const { type, names, bio } = oneOf(random, organisations);
    return { fullName: oneOf(random, names), userType: type, bio };
  }
  const fullName = `${oneOf(random, firstNames)} ${oneOf(random, lastNames)}`;
  return { fullName, userType: 'General User' as const, bio: oneOf(random, bios) };
}

export function inventPerson(seed: string): Person {
  const random = numbersFrom(seed);
  const { fullName, userType, bio } = nameOf(random);
  const handle = fullName.toLowerCase().replaceAll(' ', random() < 0.5 ? '_' : '');
  const username = `${handle.slice(0, 24)}${Math.floor(random() * 10_000)}`;
  const linked = platforms.filter(() => random() < 0.4);
  return {
    fullName,
    username,
    bio,
    userType,
    socials: linked.map((platform) => ({ platform, username: random() < 0.5 ? `@${handle}` : handle })),
    networks: oneOf(random, networkMixes),
    isVouchedFor: random() < 0.4,
  };
}
