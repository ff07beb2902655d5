import * as v from 'valibot';
import type { SocialPlatform } from './platforms.ts';
import { socialTarget } from './socialLinks.ts';

/**
 * Where the name of the profile was found: in a link of the page with `rel="me"`, in a TXT record of its domain, or in
 * `/.well-known/pmcw.txt` there.
 */
export const linkBackWays = ['rel_me', 'dns', 'well_known'] as const;
export type LinkBackWay = (typeof linkBackWays)[number];

/** `seenAt`: when the server last saw it. */
export const linkBackSchema = v.object({ by: v.picklist(linkBackWays), seenAt: v.string() });
export type LinkBack = v.InferOutput<typeof linkBackSchema>;

/** The page and, if it is on a domain that may be the member's own, its host. */
export interface CheckedLink {
  readonly url: URL;
  readonly domain: string | null;
}

/** Null for links that can't be checked, because they are not https or name a port. */
export function checkedLink(platform: SocialPlatform, username: string): CheckedLink | null {
  const target = socialTarget(platform, username);
  if (target === null) return null;
  const url = new URL(target.url);
  if (url.protocol !== 'https:' || url.port !== '') return null;
  const isOwn = platform === 'website' || target.foreignHost !== null;
  return { url, domain: isOwn ? url.hostname : null };
}

/** Content of the TXT record. */
export const linkBackRecord = (profileUrl: string): string => `pmcw=${profileUrl}`;
export const linkBackFile = '/.well-known/pmcw.txt';

export const linkCheckResults = ['links_back', 'no_link', 'unreachable'] as const;
export type LinkCheckResult = (typeof linkCheckResults)[number];
