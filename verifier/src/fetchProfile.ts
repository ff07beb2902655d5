import { wellKnown } from '@pmcw/contracts';
import { type ProfileCheck, verifyProfile } from '@pmcw/contracts/signedProfiles';

export interface ProfileAddress {
  readonly issuer: string;
  readonly username: string;
}

const answersWithinMs = 10_000;
/** Ten times a profile with a hundred proved addresses. */
const mostBytes = 1024 * 1024;

/** Loopback has neither certificates nor eavesdroppers. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));

/** @throws Error that describes the fault */
export function profileAddressOf(text: string): ProfileAddress {
  if (!URL.canParse(text)) throw new Error(`${text} is no address of a profile`);
  const url = new URL(text);
  if (!isSafe(url)) throw new Error('Only https can be trusted, or http on this machine');
  const [, username] = /^\/(?:\.well-known\/pmcw\/(?=.+\.json$))?(\w+)(?:\.json)?$/.exec(url.pathname) ?? [];
  if (username === undefined) throw new Error(`${text} is no address of a profile`);
  return { issuer: url.origin, username };
}

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
  // A redirect would lead to a site that was not asked.
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

/** @throws Error that describes the fault, for example after ten seconds without an answer */
export async function fetchProfile({ issuer, username }: ProfileAddress): Promise<ProfileCheck> {
  const [document, keys] = await Promise.all([
    ask(issuer, wellKnown.profileOf(username)),
    ask(issuer, wellKnown.profileKeys),
  ]);
  return verifyProfile(document, keys, { issuer, username, now: new Date() });
}
