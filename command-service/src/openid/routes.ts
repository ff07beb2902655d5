// Brings cookies into requests and answers.
import type {} from '@fastify/cookie';
import {
  openidNewcomerSchema,
  openidStartSchema,
  registerByOpenidBodySchema,
  sessionUserSchema,
} from '@pmcw/contracts';
import { answerPosition, requireSession, withSchemas } from '@pmcw/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { admission, admissionProblems, commandProblems } from '../accounts/admission.ts';
import { contextOf } from '../accounts/handleMember.ts';
import { signInBrowser } from '../accounts/signInBrowser.ts';
import type { Services } from '../services.ts';
import { browserNamed } from '../signInMethods/askedBrowser.ts';
import { arrive, byOpenid } from './arriving.ts';
import { addOpenidLink, registerByOpenid } from './links.ts';
import { findPending, spendPending } from './pending.ts';
import { beginRound, type Round, requireProvider } from './rounds.ts';

/** Seconds for which a browser is known that went to the provider, and for which who came from there may register. */
const maxAge = { openid: 10 * 60, openid_ticket: 30 * 60 } as const;

/**
 * A cookie of a sign-in by the provider, under a name that on https no neighbouring host can set. `SameSite=Lax`, because the provider
 * sends the browser back from another site, where the one of `askedBrowser.ts` stays behind.
 */
function cookie(app: FastifyInstance, name: keyof typeof maxAge) {
  const { secure } = app.site;
  const fullName = secure ? `__Host-${name}` : name;
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    of: (request: FastifyRequest): string | undefined => request.cookies[fullName],
    set: (reply: FastifyReply, value: string) =>
      reply.setCookie(fullName, value, { ...attributes, maxAge: maxAge[name] }),
    clear: (reply: FastifyReply) => reply.clearCookie(fullName, attributes),
  };
}

/** Going to the provider, and coming back. */
function roundRoutes(app: FastifyInstance, services: Services): void {
  const { members, proved } = admission(services);
  const { logIns } = services.limits;
  const browserCookie = cookie(app, 'openid');
  const ticketCookie = cookie(app, 'openid_ticket');
  const begin = async (request: FastifyRequest, reply: FastifyReply, aim: Round['aim']) => {
    const browser = browserNamed(browserCookie.of(request));
    const session = aim === 'sign-in' ? null : requireSession(request);
    const location = await beginRound(services, browser, aim, session);
    browserCookie.set(reply, browser);
    return reply.code(201).send({ location });
  };
  const response = { 201: openidStartSchema };
  const tags = ['signInMethods'];

  withSchemas(app).post(
    '/api/login/openid/start',
    {
      preHandler: logIns,
      schema: {
        tags: ['accounts'],
        summary: 'Ask where to go to sign in by the OpenID provider',
        response,
        problems: ['not_found', 'unavailable'],
      },
    },
    (request, reply) => begin(request, reply, 'sign-in'),
  );

  withSchemas(app).post(
    '/api/user/openid/start',
    {
      onRequest: proved,
      preHandler: logIns,
      schema: {
        tags,
        summary: 'Ask where to go to add an account at the OpenID provider to one’s ways to sign in',
        response,
        problems: [...admissionProblems.proved, 'not_found', 'unavailable'],
      },
    },
    (request, reply) => begin(request, reply, 'add'),
  );

  withSchemas(app).post(
    '/api/user/fresh-proof/openid/start',
    {
      onRequest: members,
      preHandler: logIns,
      schema: {
        tags,
        summary: 'Ask where to go to prove at the OpenID provider that it is oneself',
        response,
        problems: [...admissionProblems.members, 'not_found', 'unavailable'],
      },
    },
    (request, reply) => begin(request, reply, 'prove'),
  );

  withSchemas(app).get(
    '/api/openid/callback',
    {
      exposeHeadRoute: false,
      schema: {
        tags: ['accounts'],
        summary: 'Where the OpenID provider sends the browser back to; leads on to a screen of the app',
        described: { 303: { description: 'To the screen; its parameter `openid` says what came of it' } },
        problems: ['not_found'],
      },
    },
    async (request, reply) => {
      const { screen, outcome, ticket } = await arrive(services, request, reply, browserCookie.of(request));
      if (ticket !== undefined) ticketCookie.set(reply, ticket);
      return reply.redirect(`${screen}?openid=${outcome}`, 303);
    },
  );
}

/** For who came from the provider and is not a member yet, or not by that account. */
function pendingRoutes(app: FastifyInstance, services: Services): void {
  const { limits } = services;
  const ticketCookie = cookie(app, 'openid_ticket');
  const pendingOf = (request: FastifyRequest) => findPending(services, ticketCookie.of(request));
  const use = async (request: FastifyRequest, reply: FastifyReply) => {
    ticketCookie.clear(reply);
    await spendPending(services, ticketCookie.of(request) ?? '');
  };

  withSchemas(app).get(
    '/api/openid/pending',
    {
      config: { session: false },
      schema: {
        tags: ['accounts'],
        summary: 'Who came from the OpenID provider in this browser and may register',
        response: { 200: openidNewcomerSchema },
        problems: ['not_found', 'openid_expired'],
      },
    },
    async (request) => {
      const { label } = requireProvider(services);
      return { label, ...(await pendingOf(request)) };
    },
  );

  withSchemas(app).post(
    '/api/register/openid',
    {
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
      await use(request, reply);
      const user = await signInBrowser(services, request, reply, registered, byOpenid(methodId));
      return reply.code(201).send(user);
    },
  );

  withSchemas(app).post(
    '/api/user/sign-in-methods/openid',
    {
      onRequest: admission(services).proved,
      schema: {
        tags: ['signInMethods'],
        summary: 'Add the account with which one just came from the OpenID provider to one’s ways to sign in',
        response: { 204: v.void() },
        problems: [...commandProblems.proved, 'openid_expired', 'openid_taken', 'openid_present'],
      },
    },
    async (request, reply) => {
      const account = await pendingOf(request);
      answerPosition(reply, await addOpenidLink(services, account, contextOf(request)));
      await use(request, reply);
      return reply.code(204).send();
    },
  );
}

/** Signing in by an OpenID provider: to it and back, registering by it, and adding it to one’s ways to sign in. */
export function openidRoutes(app: FastifyInstance, services: Services): void {
  roundRoutes(app, services);
  pendingRoutes(app, services);
}
