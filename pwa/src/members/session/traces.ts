import { signedInHint } from '@pmcw/contracts';

/**
 * The session that the server says this browser has, by its id; undefined when it says of none
 * (docs/decisions/http-signed-in-hint.md).
 * @param cookies what scripts see of them, as in `document.cookie`
 */
export const hintedSession = (cookies: string): string | undefined =>
  new RegExp(`(?:^|; )${signedInHint}=([^;]+)`).exec(cookies)?.[1];

/**
 * Whether somebody may be signed in here: the server left its hint, or the last answer named a member. False only where asking
 * would be in vain.
 */
export const mayBeSignedIn = (cookies: string, isRemembered: boolean): boolean =>
  isRemembered || hintedSession(cookies) !== undefined;

/** Takes the hint away: its session is no more. */
export function forgetHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${signedInHint}=; Path=/; Max-Age=0`;
}
