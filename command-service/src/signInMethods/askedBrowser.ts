import { hash, randomBytes } from 'node:crypto';
// For the types of cookies.
import type {} from '@fastify/cookie';
import type { Challenge } from '@pmcw/vault';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Recognizes a browser without a session. On https, no neighboring host can set the name. */
const cookieOf = ({ site }: FastifyInstance): string =>
  site.secure ? '__Host-sign_in_browser' : 'sign_in_browser';
const maxAgeSeconds = 30 * 60;
const pattern = /^[\w-]{43}$/;

export const browserNamed = (before: string | undefined): string =>
  before !== undefined && pattern.test(before) ? before : randomBytes(32).toString('base64url');

/** Only this site's requests carry the cookie. */
export function nameBrowser(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): string {
  const browser = browserNamed(browserOf(request));
  reply.setCookie(cookieOf(app), browser, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: app.site.secure,
    maxAge: maxAgeSeconds,
  });
  return browser;
}

export const browserOf = ({ cookies, server }: FastifyRequest): string | undefined =>
  cookies[cookieOf(server)];

/** The name itself is not stored. */
export const boundTo = (browser: string) => ({ browser: hash('sha256', browser, 'base64url') });

export const isBoundTo = ({ bound }: Challenge, browser: string | undefined): boolean =>
  browser !== undefined && bound.browser === boundTo(browser).browser;
