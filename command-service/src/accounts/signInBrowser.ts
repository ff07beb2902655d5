import type { SessionUser } from '@pmcw/contracts';
import { answerPosition, setSessionCookie } from '@pmcw/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage } from '../mail/words/language.ts';
import { endPending } from '../openid/cookies.ts';
import type { Services } from '../services.ts';
import { deviceOf } from './device.ts';
import type { MemberAt } from './register.ts';
import { sessionUser } from './sessionUser.ts';
import { type SignInWay, startSession } from './signIn.ts';

/**
 * Puts a new session in the place of the browser's old one. What waits there for who came from an OpenID provider ends with that: it may
 * be somebody else's.
 * @param addsOpenid it waits on, to be added to the member's ways to sign in
 * @throws ProblemError as `startSession`
 */
export async function signInBrowser(
  services: Services,
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
  if (!addsOpenid) await endPending(services, request, reply);
  setSessionCookie(reply, session, token);
  answerPosition(reply, position);
  return sessionUser(member);
}
