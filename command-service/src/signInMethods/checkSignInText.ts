import { evmChainId, ProblemError, texts } from '@pmcw/contracts';
import { readSignInText, type SignInText } from '@pmcw/contracts/walletProofs';

const { refusals } = texts;

/** Tolerated difference between a wallet's clock and ours. */
const leewayMs = 30_000;

/** @param detail from `texts` */
export const signInTextInvalid = (detail: string): ProblemError =>
  new ProblemError('sign_in_text_invalid', detail);

export const signInUri = (publicUrl: string): string => `${publicUrl}/auth`;

/** EIP-155 number, or Solana's main cluster. */
export const signInChain = (network: string): string => String(evmChainId(network) ?? 'mainnet');

/** For this site, page and time. @throws ProblemError `sign_in_text_invalid` */
export function checkSignInText(message: string, publicUrl: string, now: Date): SignInText {
  const text = readSignInText(message);
  if (text === null) throw signInTextInvalid(refusals.signInTextUnreadable);
  const { scheme, domain, uri, issuedAt, notBefore, expirationTime } = text;
  const { host, protocol } = new URL(publicUrl);
  if (domain !== host || (scheme !== null && `${scheme}:` !== protocol)) {
    throw signInTextInvalid(refusals.signInOtherSite);
  }
  if (uri !== signInUri(publicUrl)) throw signInTextInvalid(refusals.signInOtherUri);
  const isAhead = (time: string) => Date.parse(time) > now.getTime() + leewayMs;
  if (isAhead(issuedAt) || (notBefore !== null && isAhead(notBefore))) {
    throw signInTextInvalid(refusals.signInFuture);
  }
  if (expirationTime !== null && Date.parse(expirationTime) <= now.getTime()) {
    throw signInTextInvalid(refusals.signInExpired);
  }
  return text;
}
