import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import { ProblemError, texts } from '@pmcw/contracts';
import type { Session, Sessions } from '@pmcw/vault';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { openApi } from './openApi.ts';
import { answerError, answerNotFound } from './problems.ts';
import {
  acceptJsonOnly,
  type CountRequest,
  checkOrigin,
  limitRequests,
  logAnswer,
  requestIds,
} from './requests.ts';
import { useValibot } from './schemas.ts';
import { securityHeaders } from './securityHeaders.ts';
import { keepHint } from './sessions.ts';
import { type Site, siteOf } from './site.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What follows from the public address of the site. */
    readonly site: Site;
  }
  interface FastifyRequest {
    /** The live session that the request's cookie stands for, or null. Known from `onRequest` on, and looked up again once a body is there. */
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** `false` where nobody asks who is there (files): such a route answers without the vault. */
    session?: false;
    /** `any` where a write is proved by a secret of its own and not by a cookie: no page could send that. */
    origin?: 'any';
    /** `false` where nobody is counted: questions of operators, and calls of other processes of ours. */
    limited?: false;
  }
}

/** What `httpBase` needs. */
export interface HttpBaseOptions {
  readonly vault: { readonly sessions: Pick<Sessions, 'find'> };
  /** The address that people type, e.g. `https://pmcw.example`; decides the allowed origins and cookie flags. */
  readonly publicUrl: string;
  /** Counts requests by the address that they come from; none are counted when missing. */
  readonly countRequest?: CountRequest | undefined;
  /** Which proxies may name a request, and say whose address it came from; none when missing. */
  readonly trustProxy?: readonly string[] | undefined;
}

/** When whoever asks a service that is just closing is to ask again, in seconds: another one, or this one started anew. */
const closingRetrySeconds = 1;

/** Answers of these never stay in a cache. */
const isPrivate = (url: string): boolean => /^\/(api|graphql)([/?]|$)/.test(url);

/**
 * What both HTTP services share: problem answers, request ids, cookies, the session, the origin check, JSON-only
 * bodies, security headers, valibot on routes. Register it once, on the root instance and before any route.
 */
export const httpBase = fp(
  async (app: FastifyInstance, { vault, publicUrl, countRequest, trustProxy = [] }: HttpBaseOptions) => {
    const site = siteOf(publicUrl);
    const headers = securityHeaders(site);
    app.decorate('site', site);
    app.decorateRequest('session', null);
    app.setGenReqId(requestIds(trustProxy));
    app.setErrorHandler(answerError);
    app.setNotFoundHandler(answerNotFound);
    acceptJsonOnly(app);
    useValibot(app);

    let isClosing = false;
    app.addHook('preClose', async () => {
      isClosing = true;
    });
    app.addHook('onRequest', async (request, reply) => {
      void reply.headers(headers).header('x-request-id', request.id);
      if (isPrivate(request.url)) void reply.header('cache-control', 'no-store');
      if (!isClosing) return;
      throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: closingRetrySeconds });
    });
    if (countRequest !== undefined) app.addHook('onRequest', limitRequests(countRequest));
    app.addHook('onRequest', checkOrigin);
    await app.register(cookie);
    // Here and not in a service, so that the document names every route, whichever service comes first.
    await app.register(swagger, openApi(site));
    app.addHook('onRequest', async (request, reply) => {
      if (request.is404 || request.routeOptions.config.session === false) return;
      const token = request.cookies[site.sessionCookie];
      if (token) request.session = await vault.sessions.find(token);
      if (isPrivate(request.url)) keepHint(request, reply);
    });
    // A body may take half a minute to arrive, and wait for its turn before: whoever was signed out meanwhile is nobody.
    app.addHook('preValidation', async (request) => {
      const token = request.cookies[site.sessionCookie];
      if (!token || request.session === null || request.body === undefined) return;
      request.session = await vault.sessions.find(token);
    });
    app.addHook('onResponse', logAnswer);
  },
  { name: '@pmcw/http', fastify: '5.x' },
);
