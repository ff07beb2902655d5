import {
  changePasswordBodySchema,
  loginBodySchema,
  registerBodySchema,
  sessionUserSchema,
} from '@pmcw/contracts';
import { answerPosition, clearSessionCookie, requireSession, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { admission, commandProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import { endPending } from '../openid/cookies.ts';
import type { Services } from '../services.ts';
import { changePassword } from './changePassword.ts';
import { register } from './register.ts';
import { byPassword, signIn } from './signIn.ts';
import { signInBrowser } from './signInBrowser.ts';

const tags = ['accounts'];

export function accountRoutes(app: FastifyInstance, services: Services): void {
  const { limits, vault } = services;
  const { sessions } = vault;

  withSchemas(app).post(
    '/api/register',
    {
      config: { commands: ['RegisterUser'] },
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
      return reply.code(201).send(await signInBrowser(services, request, reply, registered, byPassword()));
    },
  );

  withSchemas(app).post(
    '/api/login',
    {
      config: { commands: ['SignIn'] },
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
      const { addsOpenid } = request.body;
      const { proof, ...member } = await signIn(services, request.body);
      return signInBrowser(services, request, reply, member, byPassword(proof), addsOpenid);
    },
  );

  withSchemas(app).post(
    '/api/logout',
    {
      config: { commands: ['SignOut'] },
      schema: { tags, summary: 'Sign out; also without a session', response: { 204: v.void() } },
    },
    async (request, reply) => {
      if (request.session !== null) await sessions.end(request.session.id, 'logout');
      await endPending(vault, request, reply);
      clearSessionCookie(reply);
      return reply.code(204).send();
    },
  );

  withSchemas(app).post(
    '/api/user/change-password',
    {
      config: { commands: ['ChangePassword'] },
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
      const position = await changePassword(
        services,
        requireSession(request),
        request.body,
        contextOf(request),
      );
      answerPosition(reply, position);
      return reply.code(204).send();
    },
  );
}
