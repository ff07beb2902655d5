import { signedInHint } from '@pmcw/contracts';

/**
 * The session id in the server's hint cookie; undefined without one (docs/decisions/http-signed-in-hint.md).
 * @param cookies `document.cookie`
 */
export const hintedSession = (cookies: string): string | undefined =>
  new RegExp(`(?:^|; )${signedInHint}=([^;]+)`).exec(cookies)?.[1];

/** False only if asking for the session is pointless: no hint of the server, and no member in its last answer. */
export const mayBeSignedIn = (cookies: string, isRemembered: boolean): boolean =>
  isRemembered || hintedSession(cookies) !== undefined;

export function forgetHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${signedInHint}=; Path=/; Max-Age=0`;
}
