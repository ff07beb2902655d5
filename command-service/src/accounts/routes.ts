import {
  changePasswordBodySchema,
  loginBodySchema,
  registerBodySchema,
  sessionUserSchema,
} from '@pmcw/contracts';
import {
  answerPosition,
  clearSessionCookie,
  requireSession,
  setSessionCookie,
  withSchemas,
} from '@pmcw/http';
import type { PasswordProof } from '@pmcw/vault';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { acceptedLanguage } from '../mail/words/language.ts';
import type { Services } from '../services.ts';
import { admission, commandProblems } from './admission.ts';
import { changePassword } from './changePassword.ts';
import { deviceOf } from './device.ts';
import { type MemberAt, register } from './register.ts';
import { sessionUser } from './sessionUser.ts';
import { signIn, startSession } from './signIn.ts';

const tags = ['accounts'];

/** Registering, signing in and out, another password. */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  const { limits, vault } = services;
  const { sessions } = vault;

  /** Puts a new session in the place of the browser's old one. */
  async function signInBrowser(
    request: FastifyRequest,
    reply: FastifyReply,
    { member, position }: MemberAt,
    proof?: PasswordProof,
  ) {
    const signedIn = {
      device: deviceOf(request.headers['user-agent']),
      language: acceptedLanguage(request.headers['accept-language']),
    };
    const { session, token } = await startSession(services, member.id, signedIn, proof);
    if (request.session !== null) await sessions.end(request.session.id, 'logout');
    setSessionCookie(reply, session, token);
    answerPosition(reply, position);
    return sessionUser(member);
  }

  withSchemas(app).post(
    '/api/register',
    {
      preHandler: limits.registrations,
      schema: {
        tags,
        summary: 'Register and be signed in',
        body: registerBodySchema,
        response: { 201: sessionUserSchema },
        problems: ['registration_closed', 'username_taken', 'username_reserved', 'email_taken', 'conflict'],
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
      preHandler: limits.logIns,
      schema: {
        tags,
        summary: 'Sign in with a username or an email address',
        body: loginBodySchema,
        response: { 200: sessionUserSchema },
        problems: ['wrong_credentials', 'suspended'],
      },
    },
    async (request, reply) => {
      const { proof, ...member } = await signIn(services, request.body);
      return signInBrowser(request, reply, member, proof);
    },
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

  withSchemas(app).post(
    '/api/user/change-password',
    {
      onRequest: admission(services).members,
      schema: {
        tags,
        summary: 'Choose another password, which signs out all other browsers',
        body: changePasswordBodySchema,
        response: { 204: v.void() },
        problems: [...commandProblems.members, 'wrong_current_password'],
      },
    },
    async (request, reply) => {
      const position = await changePassword(services, requireSession(request), request.body, request.id);
      answerPosition(reply, position);
      return reply.code(204).send();
    },
  );
}
