import { evmChainId, ProblemError, texts } from '@pmcw/contracts';
import { readSignInText, type SignInText } from '@pmcw/contracts/walletProofs';

const say = texts.refusals;

/** Wallets that write the text themselves have a clock of their own. */
const leewayMs = 30_000;

/** The refusal of a text that a wallet signed. @param detail why, from `texts` */
export const signInTextInvalid = (detail: string): ProblemError =>
  new ProblemError('sign_in_text_invalid', detail);

/** The page that wallets are told to sign in at. */
export const signInUri = (publicUrl: string): string => `${publicUrl}/auth`;

/** What a text calls the chain of a network: a number of EIP-155, or the cluster of Solana on which all is of worth. */
export const signInChain = (network: string): string => String(evmChainId(network) ?? 'mainnet');

/**
 * Reads a text that a wallet signed, and checks what it says by itself: that it is one by which wallets sign in, for this site and
 * its page, and for now.
 * @throws ProblemError `sign_in_text_invalid`, with a reason for each
 */
export function checkSignInText(message: string, publicUrl: string, now: Date): SignInText {
  const text = readSignInText(message);
  if (text === null) throw signInTextInvalid(say.signInTextUnreadable);
  const { scheme, domain, uri, issuedAt, notBefore, expirationTime } = text;
  const { host, protocol } = new URL(publicUrl);
  if (domain !== host || (scheme !== null && `${scheme}:` !== protocol)) {
    throw signInTextInvalid(say.signInOtherSite);
  }
  if (uri !== signInUri(publicUrl)) throw signInTextInvalid(say.signInOtherUri);
  const isAhead = (time: string) => Date.parse(time) > now.getTime() + leewayMs;
  if (isAhead(issuedAt) || (notBefore !== null && isAhead(notBefore))) {
    throw signInTextInvalid(say.signInFuture);
  }
  if (expirationTime !== null && Date.parse(expirationTime) <= now.getTime()) {
    throw signInTextInvalid(say.signInExpired);
  }
  return text;
}
