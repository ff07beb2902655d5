import { ProblemError, signedInHint, texts } from '@pmcw/contracts';
import type { Session } from '@pmcw/vault';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** @throws ProblemError `not_signed_in` */
export function requireSession(request: FastifyRequest): Session {
  if (request.session === null) throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
  return request.session;
}

/** An `onRequest` hook. @throws ProblemError `not_signed_in` */
export async function signedIn(request: FastifyRequest): Promise<void> {
  requireSession(request);
}

export function setSessionCookie(reply: FastifyReply, session: Session, token: string): void {
  reply.setCookie(reply.server.site.sessionCookie, token, {
    ...attributes(reply),
    expires: session.expiresAt,
  });
  setHint(reply, session);
}

/** For answers that end the browser's session. The browser also empties its HTTP cache. */
export function clearSessionCookie(reply: FastifyReply): void {
  void reply.header('clear-site-data', '"cache"');
  reply.clearCookie(reply.server.site.sessionCookie, attributes(reply));
  reply.clearCookie(signedInHint, hintAttributes(reply));
}

/**
 * Never clears the hint, because an old session's answer may arrive after a new sign-in
 * (docs/decisions/http-signed-in-hint.md). Not for cached answers.
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
