import { isMoment } from '../shared/moments.ts';

/** As named in the text. */
export type SignInAccount = 'Ethereum' | 'Solana';

export interface SignInText {
  /** `http` or `https`; null if missing. */
  readonly scheme: string | null;
  readonly domain: string;
  readonly account: SignInAccount;
  readonly address: string;
  readonly statement: string | null;
  readonly uri: string;
  /** An EIP-155 number, or the name of a Solana cluster. */
  readonly chainId: string;
  /** 8 or more letters and digits. */
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime: string | null;
  readonly notBefore: string | null;
}

export interface IssuedSignInText
  extends Omit<SignInText, 'scheme' | 'statement' | 'expirationTime' | 'notBefore'> {
  readonly statement: string;
  readonly expirationTime: string;
}

/** "Sign-In with Ethereum" (EIP-4361) or "Sign In With Solana", which has the same lines. */
export function signInText(text: IssuedSignInText): string {
  return [
    `${text.domain} wants you to sign in with your ${text.account} account:`,
    text.address,
    '',
    text.statement,
    '',
    `URI: ${text.uri}`,
    'Version: 1',
    `Chain ID: ${text.chainId}`,
    `Nonce: ${text.nonce}`,
    `Issued At: ${text.issuedAt}`,
    `Expiration Time: ${text.expirationTime}`,
  ].join('\n');
}

/** RFC 3339. */
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)`;

/** Both standards exactly. Without a statement, Ethereum's has two empty lines and Solana's one. */
const pattern = new RegExp(
  String.raw`^(?:(?<scheme>https?)://)?(?<domain>[^\s/?#@]+) wants you to sign in with your ` +
    String.raw`(?:Ethereum account:\n(?<hex>0x[0-9a-fA-F]{40})\n\n(?:(?<said>[\x20-\x7e]+)\n)?` +
    String.raw`|Solana account:\n(?<base58>[1-9A-HJ-NP-Za-km-z]{32,44})\n(?:\n(?<also>[\x20-\x7e]+)\n)?)` +
    String.raw`\nURI: (?<uri>[\x21-\x7e]+)\nVersion: 1\nChain ID: (?<chainId>[\w:.-]+)` +
    String.raw`\nNonce: (?<nonce>[A-Za-z0-9]{8,})\nIssued At: (?<issuedAt>${time})` +
    String.raw`(?:\nExpiration Time: (?<expirationTime>${time}))?(?:\nNot Before: (?<notBefore>${time}))?` +
    String.raw`(?:\nRequest ID: [\x21-\x7e]*)?(?:\nResources:(?:\n- [\x21-\x7e]+)*)?$`,
);

const isTime = (text: string | undefined): boolean => text === undefined || isMoment(text);

/** Null if it deviates in any way. Never throws. */
export function readSignInText(text: string): SignInText | null {
  const found = pattern.exec(text)?.groups;
  if (found === undefined) return null;
  const { domain, hex, base58, uri, chainId, nonce, issuedAt, expirationTime, notBefore } = found;
  const address = hex ?? base58;
  if (!domain || !address || !uri || !chainId || !nonce || !issuedAt) return null;
  if (![issuedAt, expirationTime, notBefore].every(isTime)) return null;
  return {
    scheme: found.scheme ?? null,
    domain,
    account: hex === undefined ? 'Solana' : 'Ethereum',
    address,
    statement: found.said ?? found.also ?? null,
    uri,
    chainId,
    nonce,
    issuedAt,
    expirationTime: expirationTime ?? null,
    notBefore: notBefore ?? null,
  };
}
