import { parseUrl } from '../shared/urls.ts';
import { type SocialPlatform, socialPlatforms } from './platforms.ts';

interface Addresses {
  readonly hosts: readonly string[];
  /** Whether links may lead to any host. */
  readonly isAnywhere?: true;
  /** Whether members have hosts of their own below them, such as ada.medium.com. */
  readonly hasMemberHosts?: true;
  /** A member's path, without slashes at its ends; the group is the handle. */
  readonly member: RegExp;
  /** Paths of other pages, which have no handle. */
  readonly page?: RegExp;
}

const addresses: Readonly<Record<SocialPlatform, Addresses>> = {
  twitter: { hosts: ['twitter.com', 'x.com'], member: /^@?(\w+)$/ },
  telegram: {
    hosts: ['t.me', 'telegram.me', 'telegram.dog'],
    hasMemberHosts: true,
    member: /^(?:s\/)?@?(\w+)$/,
    page: /^(?:\+|joinchat\/)/,
  },
  github: { hosts: ['github.com'], member: /^@?([\w-]+)$/ },
  discord: {
    hosts: ['discord.com', 'discordapp.com', 'discord.gg'],
    member: /^users\/(\d+)$/,
    page: /^invite\//,
  },
  medium: { hosts: ['medium.com'], hasMemberHosts: true, member: /^@([\w.-]+)$/ },
  linkedin: {
    hosts: ['linkedin.com'],
    member: /^in\/([^/]+)$/,
    page: /^(?:company|school|showcase|pub)\//,
  },
  youtube: { hosts: ['youtube.com', 'youtu.be'], member: /^@([^/]+)$/, page: /^(?:channel|c|user)\// },
  instagram: { hosts: ['instagram.com', 'instagr.am'], member: /^@?([\w.]+)$/ },
  facebook: {
    hosts: ['facebook.com', 'fb.com', 'fb.me'],
    member: /^(?!profile\.php$)([\w.]+)$/,
    page: /^(?:groups|pages|people)\//,
  },
  website: { hosts: [], isAnywhere: true, member: /^(?!)/ },
  reddit: { hosts: ['reddit.com'], member: /^(?:u|user)\/([\w-]+)$/, page: /^r\// },
};

/** Of phones, languages and editions; not l. and lm., which redirect to any host. */
const variants = /^(?!lm\.)(?:www|m|mobile|web|mbasic|old|new|np|music|[a-z]{2}(?:-[a-z]{2})?)\./;

export interface SocialTarget {
  readonly url: string;
  /** Null if the address is not that of a member. */
  readonly handle: string | null;
  /** Present if it is not the platform's, for which the link may be mistaken. */
  readonly foreignHost: string | null;
}

/**
 * Where a stored link leads. Spec §5: http addresses are used as they are; otherwise a leading @ is dropped and the
 * platform's prefix added. Addresses of the platform without http, as people paste them, become its members.
 * @returns null if the result is not an http(s) address
 */
export function socialTarget(platform: SocialPlatform, username: string): SocialTarget | null {
  const typed = username.trim();
  if (/^https?:\/\//i.test(typed)) return targetOf(platform, parseUrl(typed));
  const pasted = parseUrl(`https://${typed.replace(/^\/\//, '')}`);
  if (/[./]/.test(typed) && pasted !== null && pasted.username === '' && isOf(platform, pasted.host)) {
    const handle = handleOf(platform, pathOf(pasted));
    return handle === null ? targetOf(platform, pasted) : memberOf(platform, handle);
  }
  const path = typed.replace(/^\/+|\/+$/g, '');
  const { member, page } = addresses[platform];
  if (page?.test(path) === true)
    return targetOf(platform, parseUrl(path, new URL(socialPlatforms[platform].prefix).origin));
  return memberOf(platform, member.exec(path)?.[1] ?? path.replace(/^@/, ''));
}

export const socialLinkUrl = (platform: SocialPlatform, username: string): string | null =>
  socialTarget(platform, username)?.url ?? null;

function memberOf(platform: SocialPlatform, handle: string): SocialTarget | null {
  const address = socialPlatforms[platform].prefix + encodeURIComponent(handle).replaceAll('%2F', '/');
  const url = parseUrl(address);
  return url === null ? null : { url: url.href, handle, foreignHost: null };
}

function targetOf(platform: SocialPlatform, url: URL | null): SocialTarget | null {
  if (url === null) return null;
  const isOwn = isOf(platform, url.host);
  return {
    url: url.href,
    handle: isOwn ? handleOf(platform, pathOf(url)) : null,
    foreignHost: isOwn ? null : url.host,
  };
}

function isOf(platform: SocialPlatform, host: string): boolean {
  const { hosts, hasMemberHosts, isAnywhere } = addresses[platform];
  if (isAnywhere === true) return true;
  if (hosts.includes(host) || hosts.includes(host.replace(variants, ''))) return true;
  return hasMemberHosts === true && hosts.some((own) => host.endsWith(`.${own}`));
}

const pathOf = (url: URL): string => url.pathname.replace(/^\/+|\/+$/g, '');

function handleOf(platform: SocialPlatform, path: string): string | null {
  const handle = addresses[platform].member.exec(path)?.[1];
  if (handle === undefined) return null;
  try {
    return decodeURIComponent(handle);
  } catch {
    return handle;
  }
}
