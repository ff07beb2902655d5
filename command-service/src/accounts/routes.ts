import { loginBodySchema, registerBodySchema, sessionUserSchema } from '@pmcw/contracts';
import { answerPosition, clearSessionCookie, setSessionCookie, withSchemas } from '@pmcw/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Services } from '../services.ts';
import { type MemberAt, register } from './register.ts';
import { sessionUser } from './sessionUser.ts';
import { signIn } from './signIn.ts';

const tags = ['accounts'];

/** Registering, signing in and out. */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  const { sessions } = services.vault;

  /** Puts a new session in the place of the browser's old one. */
  async function signInBrowser(request: FastifyRequest, reply: FastifyReply, { member, position }: MemberAt) {
    if (request.session !== null) await sessions.end(request.session.id, 'logout');
    const { session, token } = await sessions.start(member.id);
    setSessionCookie(reply, session, token);
    answerPosition(reply, position);
    return sessionUser(member);
  }

  withSchemas(app).post(
    '/api/register',
    {
      schema: {
        tags,
        summary: 'Register and be signed in',
        body: registerBodySchema,
        response: { 201: sessionUserSchema },
        problems: ['username_taken', 'username_reserved', 'email_taken'],
      },
    },
    async (request, reply) => {
      const registered = await register(services, request.body, request.id);
      return reply.code(201).send(await signInBrowser(request, reply, registered));
    },
  );

  withSchemas(app).post(
    '/api/login',
    {
      schema: {
        tags,
        summary: 'Sign in with a username or an email address',
        body: loginBodySchema,
        response: { 200: sessionUserSchema },
        problems: ['wrong_credentials', 'too_many_requests'],
      },
    },
    async (request, reply) => signInBrowser(request, reply, await signIn(services, request.body)),
  );

  withSchemas(app).post(
    '/api/logout',
    { schema: { tags, summary: 'Sign out; also when nobody was signed in', response: { 204: v.void() } } },
    async (request, reply) => {
      if (request.session !== null) await sessions.end(request.session.id, 'logout');
      clearSessionCookie(reply);
      return reply.code(204).send();
    },
  );
}
