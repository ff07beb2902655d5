import { hash, randomBytes } from 'node:crypto';
// Brings cookies into requests and answers.
import type {} from '@fastify/cookie';
import type { Challenge } from '@pmcw/vault';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookie that knows a browser again that has no session, for as long as the longest challenge is good for; under a name that on
 * https no neighbouring host can set.
 */
const cookieOf = ({ site }: FastifyInstance): string =>
  site.secure ? '__Host-sign_in_browser' : 'sign_in_browser';
const maxAgeSeconds = 30 * 60;
const pattern = /^[\w-]{43}$/;

/** The name by which a browser without a session is known again: the one that it has, where it is one of ours. */
export const browserNamed = (before: string | undefined): string =>
  before !== undefined && pattern.test(before) ? before : randomBytes(32).toString('base64url');

/** Names a browser that is asked to sign something, in a cookie that it brings with requests of this site alone. */
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

/** The name that a browser brings; undefined where it was asked nothing. */
export const browserOf = ({ cookies, server }: FastifyRequest): string | undefined =>
  cookies[cookieOf(server)];

/** What binds a challenge to a browser, whose name itself is not kept. */
export const boundTo = (browser: string) => ({ browser: hash('sha256', browser, 'base64url') });

/** Whether a challenge was given to this browser. */
export const isBoundTo = ({ bound }: Challenge, browser: string | undefined): boolean =>
  browser !== undefined && bound.browser === boundTo(browser).browser;
