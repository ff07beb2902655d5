import { manyLines, oneLine } from '@pmcw/contracts';

export interface Share {
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

export const shareTargets = ['twitter', 'facebook', 'linkedin', 'email', 'telegram'] as const;
export type ShareTarget = (typeof shareTargets)[number];

const addresses: Record<ShareTarget, (share: Share, words: string) => string> = {
  twitter: ({ url }, words) => `https://twitter.com/intent/tweet?${query({ text: words, url })}`,
  facebook: ({ url }) => `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
  linkedin: ({ url }) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`,
  email: ({ url, title, description }) =>
    `mailto:?${query({ subject: oneLine(title), body: [manyLines(description), url].filter(Boolean).join('\n\n') })}`,
  telegram: ({ url }, words) => `https://t.me/share/url?${query({ url, text: words })}`,
};

/** Percent-encoded throughout, because mail programs read `+` literally. */
function query(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.join('&');
}

/** Plain links need no third-party scripts. */
export function shareAddress(target: ShareTarget, share: Share): string {
  const words = [oneLine(share.title), manyLines(share.description)].filter(Boolean);
  // An emoji cut in half can't be encoded.
  const whole = {
    url: share.url,
    title: share.title.toWellFormed(),
    description: share.description.toWellFormed(),
  };
  return addresses[target](whole, words.join('\n').toWellFormed());
}

export const profileUrl = (username: string, origin: string): string => `${origin}/${username}`;

export const readableUrl = (url: string): string => url.replace(/^https?:\/\//, '');
