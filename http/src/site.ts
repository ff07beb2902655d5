import { allowedOrigins, sessionCookieName } from '@pmcw/contracts';

export interface Site {
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Makes cookies `Secure` and prefixes the session's name with `__Host-`. */
  readonly secure: boolean;
  readonly origins: ReadonlySet<string>;
  readonly sessionCookie: string;
}

/** @throws TypeError */
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
