import { ProblemError, texts } from '@pmcw/contracts';
import type { Session } from '@pmcw/vault';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The session of a request.
 * @throws ProblemError `not_signed_in` when there is none
 */
export function requireSession(request: FastifyRequest): Session {
  if (request.session === null) throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
  return request.session;
}

/**
 * A route's `onRequest` hook: strangers are refused before their body is read.
 * @throws ProblemError `not_signed_in`
 */
export async function signedIn(request: FastifyRequest): Promise<void> {
  requireSession(request);
}

/** Signs the browser in: the token goes into an HttpOnly cookie that lives as long as the session. */
export function setSessionCookie(reply: FastifyReply, session: Session, token: string): void {
  reply.setCookie(reply.server.site.sessionCookie, token, {
    ...attributes(reply),
    expires: session.expiresAt,
  });
}

/** Signs the browser out. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(reply.server.site.sessionCookie, attributes(reply));
}

const attributes = (reply: FastifyReply) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: reply.server.site.secure }) as const;
