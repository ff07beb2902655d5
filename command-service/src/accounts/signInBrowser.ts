import type { SessionUser } from '@pmcw/contracts';
import { acceptedLanguage, answerPosition, setSessionCookie } from '@pmcw/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MemberAt } from '../members/members.ts';
import { endPending } from '../openid/cookies.ts';
import type { MemberStores } from '../services.ts';
import { deviceOf } from './device.ts';
import { sessionUser } from './sessionUser.ts';
import { type SignInWay, startSession } from './signIn.ts';

/**
 * Ends a pending OpenID sign-in, which may be another person's, unless `addsOpenid`. @throws ProblemError as
 * `startSession`
 */
export async function signInBrowser(
  services: MemberStores,
  request: FastifyRequest,
  reply: FastifyReply,
  { member, position }: MemberAt,
  way: SignInWay,
  addsOpenid = false,
): Promise<SessionUser> {
  const browser = {
    device: deviceOf(request.headers['user-agent']),
    language: acceptedLanguage(request.headers['accept-language']),
  };
  const { session, token } = await startSession(services, member.id, browser, way);
  if (request.session !== null) await services.vault.sessions.end(request.session.id, 'logout');
  if (!addsOpenid) await endPending(services.vault, request, reply);
  setSessionCookie(reply, session, token);
  answerPosition(reply, position);
  return sessionUser(member);
}
