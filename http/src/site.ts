import { allowedOrigins, sessionCookieName } from '@pmcw/contracts';

/** What follows from the public address of the site, worked out once. */
export interface Site {
  /** The address that people type, without a trailing slash. */
  readonly publicUrl: string;
  /** On https cookies are `Secure` and the session's name has the `__Host-` prefix. */
  readonly secure: boolean;
  /** Origins whose pages may write. */
  readonly origins: ReadonlySet<string>;
  /** Name of the session cookie. */
  readonly sessionCookie: string;
}

/** @throws TypeError when `publicUrl` is no URL */
export function siteOf(publicUrl: string): Site {
  const url = new URL(publicUrl);
  const secure = url.protocol === 'https:';
  return {
    publicUrl: url.href.replace(/\/$/, ''),
    secure,
    origins: allowedOrigins(publicUrl),
    sessionCookie: sessionCookieName(secure),
  };
}
