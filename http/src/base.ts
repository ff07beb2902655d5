import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import { ProblemError, texts } from '@pmcw/contracts';
import { nameTrace } from '@pmcw/resilience/tracing';
import type { CountRequest, Incarnations } from '@pmcw/runtime';
import type { Session, Sessions } from '@pmcw/vault';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { openApi } from './openApi.ts';
import { Overload } from './overload/overload.ts';
import { shed } from './overload/shed.ts';
import { answerNotFound, errorAnswerer } from './problems.ts';
import { acceptJsonOnly, checkOrigin, limitRequests, logAnswer, requestIds } from './requests.ts';
import { useValibot } from './schemas.ts';
import { securityHeaders } from './securityHeaders.ts';
import { keepHint } from './sessions.ts';
import { type Site, siteOf } from './site.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly site: Site;
    readonly incarnations: Pick<Incarnations, 'current'>;
    readonly overload: Overload;
  }
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** `false` for routes that need no vault. */
    session?: false;
    /** `any` for writes authorized by a secret. */
    origin?: 'any';
    /** `false` for operators and other processes. */
    limited?: false;
  }
}

export interface HttpBaseOptions {
  readonly vault: { readonly sessions: Pick<Sessions, 'find'> };
  readonly publicUrl: string;
  /** Of the log whose positions are answered. */
  readonly incarnations: Pick<Incarnations, 'current'>;
  readonly countRequest?: CountRequest | undefined;
  /** Whether requests are refused while there is too much to do (default). Specs share a process, which is busy. */
  readonly shedsLoad?: boolean | undefined;
  /** Proxies whose request ids and client addresses are trusted. */
  readonly trustProxy?: readonly string[] | undefined;
}

const closingRetrySeconds = 1;

const isPrivate = (url: string): boolean => /^\/(api|graphql)([/?]|$)/.test(url);

/** Register it once, on the root instance and before any route. */
export const httpBase = fp(
  async (app: FastifyInstance, options: HttpBaseOptions) => {
    const { vault, publicUrl, incarnations, countRequest, shedsLoad = true, trustProxy = [] } = options;
    const overload = new Overload();
    const site = siteOf(publicUrl);
    const headers = securityHeaders(site);
    app.decorate('site', site);
    app.decorate('incarnations', incarnations);
    app.decorate('overload', overload);
    app.addHook('onClose', async () => overload.close());
    app.decorateRequest('session', null);
    app.setGenReqId(requestIds(trustProxy));
    app.setErrorHandler(errorAnswerer(app.log));
    app.setNotFoundHandler(answerNotFound);
    acceptJsonOnly(app);
    useValibot(app);

    let isClosing = false;
    app.addHook('preClose', async () => {
      isClosing = true;
    });
    app.addHook('onRequest', async (request, reply) => {
      nameTrace(request.method, request.routeOptions.url);
      void reply.headers(headers).header('x-request-id', request.id);
      if (isPrivate(request.url)) void reply.header('cache-control', 'no-store');
      if (!isClosing) return;
      throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: closingRetrySeconds });
    });
    if (shedsLoad) app.addHook('onRequest', shed(overload, app.log));
    if (countRequest !== undefined) app.addHook('onRequest', limitRequests(countRequest));
    app.addHook('onRequest', checkOrigin);
    await app.register(cookie);
    // Registered first, so that the document includes all services' routes in any order.
    await app.register(swagger, openApi(site));
    app.addHook('onRequest', async (request, reply) => {
      if (request.is404 || request.routeOptions.config.session === false) return;
      const token = request.cookies[site.sessionCookie];
      if (token) request.session = await vault.sessions.find(token);
      if (isPrivate(request.url)) keepHint(request, reply);
    });
    // The session may end while a body arrives.
    app.addHook('preValidation', async (request) => {
      const token = request.cookies[site.sessionCookie];
      if (!token || request.session === null || request.body === undefined) return;
      request.session = await vault.sessions.find(token);
    });
    app.addHook('onResponse', logAnswer);
  },
  { name: '@pmcw/http', fastify: '5.x' },
);
