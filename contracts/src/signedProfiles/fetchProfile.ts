import { wellKnown } from '../shared/wellKnown.ts';
import { type ProfileCheck, verifyProfile } from './verifyProfile.ts';

/** A member of a site, and where it says who they are. */
export interface ProfileAddress {
  /** Origin of the site. */
  readonly issuer: string;
  readonly username: string;
}

const answersWithinMs = 10_000;
/** Of an answer: a profile with a hundred proved addresses has a tenth of it. */
const mostBytes = 1024 * 1024;

/** Loopback has no certificates, and nobody in between. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));

/**
 * Whom an address speaks of: that of a signed profile, or that of the profile for people.
 * @throws Error with what is wrong with it
 */
export function profileAddressOf(text: string): ProfileAddress {
  if (!URL.canParse(text)) throw new Error(`${text} is no address of a profile`);
  const url = new URL(text);
  if (!isSafe(url)) throw new Error('Only https can be trusted, or http on this machine');
  const [, username] = /^\/(?:\.well-known\/pmcw\/(?=.+\.json$))?(\w+)(?:\.json)?$/.exec(url.pathname) ?? [];
  if (username === undefined) throw new Error(`${text} is no address of a profile`);
  return { issuer: url.origin, username };
}

/** A body as text. @throws Error when it is too long */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`${response.url} answers with more than a profile`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

async function ask(issuer: string, path: string): Promise<unknown> {
  const url = new URL(path, issuer).href;
  // Whoever is sent on elsewhere trusts another site than the one they asked.
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(answersWithinMs) });
  if (response.status === 404) throw new Error(`${url} does not exist`);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  try {
    return JSON.parse(await textOf(response));
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new Error(`${url} is no JSON`, { cause });
    throw cause;
  }
}

/**
 * Asks a site for what it says of a member, and for its keys, and checks that.
 * @throws Error with what is wrong when it doesn't answer within ten seconds, or not with a profile
 */
export async function fetchProfile({ issuer, username }: ProfileAddress): Promise<ProfileCheck> {
  const [document, keys] = await Promise.all([
    ask(issuer, wellKnown.profileOf(username)),
    ask(issuer, wellKnown.profileKeys),
  ]);
  return verifyProfile(document, keys, { issuer, username, now: new Date() });
}
