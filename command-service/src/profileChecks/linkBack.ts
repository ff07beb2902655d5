import { Resolver } from 'node:dns/promises';
import {
  type CheckedLink,
  foldCase,
  type LinkBackWay,
  linkBackFile,
  linkBackRecord,
  parseUrl,
} from '@pmcw/contracts';
import { Parser } from 'htmlparser2';
import { type FetchPage, type LoopbackOptions, openPages, type Page } from './pages.ts';

const timeoutMs = 5_000;
const dnsLimits = { timeout: 2_000, tries: 2 };
/** Without a record, whatever the name server says about the domain. */
const noRecord = ['ENODATA', 'ENOTFOUND'];

export interface LinkBackOptions {
  /** Of the site, without a trailing slash. */
  readonly publicUrl: string;
  readonly loopback?: (LoopbackOptions & { readonly nameServer: string }) | undefined;
}

/** How a link names a member's profile; null if it doesn't, `unknown` if that can't be found out now. */
export type FindLinkBack = (
  link: CheckedLink,
  username: string,
  signal: AbortSignal,
) => Promise<LinkBackWay | null | 'unknown'>;

/** Of a profile, without query and fragment; the case of the name does not matter. */
function isProfile(href: string, base: URL | undefined, profileUrl: string): boolean {
  const url = parseUrl(href, base?.href);
  if (url === null) return false;
  const address = `${url.origin}${url.pathname}`.replace(/\/$/, '');
  return foldCase(address) === foldCase(profileUrl);
}

function hasRelMe({ url, type, body }: Page, profileUrl: string): boolean {
  if (type !== 'text/html' && type !== 'application/xhtml+xml') return false;
  let isFound = false;
  const parser = new Parser({
    onopentag(name, { rel = '', href }) {
      const isMe = (name === 'a' || name === 'link') && /(^|\s)me(\s|$)/i.test(rel);
      if (isMe && href !== undefined && isProfile(href, url, profileUrl)) isFound = true;
    },
  });
  parser.end(body);
  return isFound;
}

const hasLine = ({ type, body }: Page, profileUrl: string): boolean =>
  type === 'text/plain' && body.split(/\r?\n/).some((line) => isProfile(line.trim(), undefined, profileUrl));

/** Checks the page, and the domain if it may be the member's own. */
export function linkBackFinder({ publicUrl, loopback }: LinkBackOptions): FindLinkBack {
  const fetchPage: FetchPage = openPages(`PMCW-link-check (+${publicUrl})`, loopback);

  async function inRecords(domain: string, profileUrl: string, signal: AbortSignal): Promise<boolean> {
    const resolver = new Resolver(dnsLimits);
    if (loopback !== undefined) resolver.setServers([loopback.nameServer]);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const records = await resolver.resolveTxt(domain);
      return records.some((parts) => foldCase(parts.join('')) === foldCase(linkBackRecord(profileUrl)));
    } catch (error) {
      if (error instanceof Error && 'code' in error && noRecord.includes(String(error.code))) return false;
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  return async ({ url, domain }, username, given) => {
    const profileUrl = `${publicUrl}/${username}`;
    const signal = AbortSignal.any([given, AbortSignal.timeout(timeoutMs)]);
    const onPage = async (at: URL, names: (page: Page, profileUrl: string) => boolean) => {
      const page = await fetchPage(at, signal);
      return page !== null && names(page, profileUrl);
    };
    const ways: readonly (readonly [LinkBackWay, Promise<boolean>])[] = [
      ['rel_me', onPage(url, hasRelMe)],
      ...(domain === null
        ? []
        : ([
            ['dns', inRecords(domain, profileUrl, signal)],
            ['well_known', onPage(new URL(linkBackFile, url), hasLine)],
          ] as const)),
    ];
    const answers = await Promise.allSettled(ways.map(([, answer]) => answer));
    const found = ways.find((_, n) => answers[n]?.status === 'fulfilled' && answers[n].value);
    if (found !== undefined) return found[0];
    return answers.some(({ status }) => status === 'rejected') ? 'unknown' : null;
  };
}
