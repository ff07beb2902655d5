import {
  openidNewcomerSchema,
  openidStartSchema,
  registerByOpenidBodySchema,
  sessionUserSchema,
} from '@pmcw/contracts';
import { answerPosition, requireSession, withSchemas } from '@pmcw/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { signInBrowser } from '../accounts/signInBrowser.ts';
import { type Admission, admission, admissionProblems, commandProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import type { GivenType } from '../proofs/proofOf.ts';
import type { Services } from '../services.ts';
import { browserNamed } from '../signInMethods/askedBrowser.ts';
import { arrive, byOpenid } from './arriving.ts';
import { endPending, roundCookie, ticketCookie } from './cookies.ts';
import { addOpenidLink, registerByOpenid } from './links.ts';
import { findPending } from './pending.ts';
import type { Aim } from './provider.ts';
import { beginRound, requireProvider } from './rounds.ts';

interface Start {
  readonly path: string;
  readonly aim: Aim;
  readonly command: GivenType;
  /** Absent if visitors may. */
  readonly admitted?: Exclude<keyof Admission, 'administrators'>;
  readonly summary: string;
}

const starts: readonly Start[] = [
  {
    path: '/api/login/openid/start',
    aim: 'sign-in',
    command: 'GoToProvider',
    summary: 'Get the address to sign in at the OpenID provider',
  },
  {
    path: '/api/user/openid/start',
    aim: 'add',
    command: 'AddAtProvider',
    admitted: 'members',
    summary: 'Get the address to add an account at the OpenID provider to your ways to sign in',
  },
  {
    path: '/api/user/fresh-proof/openid/start',
    aim: 'prove',
    command: 'GoToProvider',
    admitted: 'members',
    summary: 'Get the address to prove at the OpenID provider that it is you',
  },
];

function startRoute(app: FastifyInstance, services: Services, start: Start): void {
  const { path, aim, command, admitted, summary } = start;
  withSchemas(app).post(
    path,
    {
      config: { commands: [command] },
      ...(admitted === undefined ? {} : { onRequest: admission(services)[admitted] }),
      preHandler: services.limits.logIns,
      schema: {
        tags: [aim === 'sign-in' ? 'accounts' : 'signInMethods'],
        summary,
        response: { 201: openidStartSchema },
        problems: [
          ...(admitted === undefined ? [] : admissionProblems[admitted]),
          ...(['not_found', 'unavailable'] as const),
        ],
      },
    },
    async (request, reply) => {
      const browser = browserNamed(roundCookie.of(request));
      const session = aim === 'sign-in' ? null : requireSession(request);
      const location = await beginRound(services, browser, aim, session);
      roundCookie.set(reply, browser);
      return reply.code(201).send({ location });
    },
  );
}

function callbackRoute(app: FastifyInstance, services: Services): void {
  withSchemas(app).get(
    '/api/openid/callback',
    {
      config: { commands: ['SignIn', 'AddSignInMethod', 'ProveFreshly'] },
      exposeHeadRoute: false,
      schema: {
        tags: ['accounts'],
        summary: 'Return from the OpenID provider; redirects to a screen of the app',
        described: { 303: { description: 'To the screen; its parameter `openid` says what came of it' } },
        problems: ['not_found'],
      },
    },
    async (request, reply) => {
      const { screen, outcome, ticket } = await arrive(services, request, reply, roundCookie.of(request));
      if (ticket !== undefined) ticketCookie.set(reply, ticket);
      return reply.redirect(`${screen}?openid=${outcome}`, 303);
    },
  );
}

function pendingRoutes(app: FastifyInstance, services: Services): void {
  const { limits, vault } = services;
  const path = '/api/openid/pending';
  const pendingOf = (request: FastifyRequest) => findPending(vault, ticketCookie.of(request));

  withSchemas(app).get(
    path,
    {
      config: { session: false },
      schema: {
        tags: ['accounts'],
        summary: 'The pending OpenID account of this browser, which may register',
        response: { 200: openidNewcomerSchema },
        problems: ['not_found', 'openid_expired'],
      },
    },
    async (request) => {
      const { label } = requireProvider(services.openid);
      return { label, ...(await pendingOf(request)) };
    },
  );

  withSchemas(app).delete(
    path,
    {
      config: { commands: ['ForgetNewcomer'], session: false },
      schema: {
        tags: ['accounts'],
        summary: 'Forget the pending OpenID account of this browser, if any',
        response: { 204: v.void() },
      },
    },
    async (request, reply) => {
      await endPending(vault, request, reply);
      return reply.code(204).send();
    },
  );

  withSchemas(app).post(
    '/api/register/openid',
    {
      config: { commands: ['RegisterUser'] },
      preHandler: limits.registrations,
      schema: {
        tags: ['accounts'],
        summary: 'Register as who came from the OpenID provider, and be signed in',
        body: registerByOpenidBodySchema,
        response: { 201: sessionUserSchema },
        problems: [
          ...(['registration_closed', 'username_taken', 'username_reserved', 'email_taken'] as const),
          ...(['openid_expired', 'openid_taken', 'conflict'] as const),
        ],
      },
    },
    async (request, reply) => {
      const account = await pendingOf(request);
      const { methodId, ...registered } = await registerByOpenid(services, account, request.body, request.id);
      const user = await signInBrowser(services, request, reply, registered, byOpenid(methodId));
      return reply.code(201).send(user);
    },
  );

  withSchemas(app).post(
    '/api/user/sign-in-methods/openid',
    {
      config: { commands: ['AddSignInMethod'] },
      onRequest: admission(services).members,
      schema: {
        tags: ['signInMethods'],
        summary: 'Add the pending OpenID account to your ways to sign in',
        response: { 204: v.void() },
        problems: [...commandProblems.members, 'openid_expired', 'openid_taken', 'openid_present'],
      },
    },
    async (request, reply) => {
      const account = await pendingOf(request);
      answerPosition(reply, await addOpenidLink(services, account, contextOf(request)));
      await endPending(vault, request, reply);
      return reply.code(204).send();
    },
  );
}

export function openidRoutes(app: FastifyInstance, services: Services): void {
  for (const start of starts) startRoute(app, services, start);
  callbackRoute(app, services);
  pendingRoutes(app, services);
}
