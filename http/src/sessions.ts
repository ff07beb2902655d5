import { ProblemError, signedInHint, texts } from '@pmcw/contracts';
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

/** Signs the browser in: the token goes into an HttpOnly cookie that lives as long as the session, with its hint beside it. */
export function setSessionCookie(reply: FastifyReply, session: Session, token: string): void {
  reply.setCookie(reply.server.site.sessionCookie, token, {
    ...attributes(reply),
    expires: session.expiresAt,
  });
  setHint(reply, session);
}

/** Signs the browser out. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(reply.server.site.sessionCookie, attributes(reply));
  reply.clearCookie(signedInHint, hintAttributes(reply));
}

/**
 * Gives a live session its hint where the browser has none or that of another. It is not cleared for a session that is no more:
 * such an answer may come after that of a new sign-in (docs/decisions/http-signed-in-hint.md). For answers that no cache keeps.
 */
export function keepHint(request: FastifyRequest, reply: FastifyReply): void {
  const { session } = request;
  if (session !== null && request.cookies[signedInHint] !== session.id) setHint(reply, session);
}

function setHint(reply: FastifyReply, { id, expiresAt }: Session): void {
  reply.setCookie(signedInHint, id, { ...hintAttributes(reply), expires: expiresAt });
}

const attributes = (reply: FastifyReply) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: reply.server.site.secure }) as const;

const hintAttributes = (reply: FastifyReply) => ({ ...attributes(reply), httpOnly: false }) as const;
