import { manyLines, oneLine } from '@pmcw/contracts';

/** What is shared: a link, and what to say about it. */
export interface Share {
  readonly url: string;
  readonly title: string;
  readonly description: string;
}

/** Where a profile can be shared by a link, in the order in which they are shown (spec §2). */
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

/** Percent-encoded throughout: mail programs take a `+` for a plus. */
function query(parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.join('&');
}

/** The address at which a target lets somebody share this; nobody else's script is needed for it. */
export function shareAddress(target: ShareTarget, share: Share): string {
  const words = [oneLine(share.title), manyLines(share.description)].filter(Boolean);
  // Half of an emoji, cut off by somebody's keyboard, can't be encoded.
  const whole = {
    url: share.url,
    title: share.title.toWellFormed(),
    description: share.description.toWellFormed(),
  };
  return addresses[target](whole, words.join('\n').toWellFormed());
}

/** The one address of a profile, as it is shared. */
export const profileUrl = (username: string, origin: string): string => `${origin}/${username}`;

/** An address as people read it: without `https://`. */
export const readableUrl = (url: string): string => url.replace(/^https?:\/\//, '');
