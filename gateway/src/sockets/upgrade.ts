import type { HttpRequest, HttpResponse, us_socket_context_t } from 'uWebSockets.js';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { allowedOrigins, ProblemError, requestIdSchema, sessionCookieName, texts } from '@pmcw/contracts';
import { isFinal, within } from '@pmcw/resilience';
import { type CountRequest, clientAddress } from '@pmcw/runtime';
import type { Session } from '@pmcw/vault';
import * as v from 'valibot';
import { arrivalOf } from './arrival.ts';
import { Connection, type ConnectionParts, type SocketData } from './connection.ts';
import type { Hub } from './hub.ts';

export interface UpgradeParts extends ConnectionParts {
  readonly hub: Hub;
  readonly publicUrl: string;
  readonly countRequest: CountRequest;
  readonly isProxy: (address: string) => boolean;
  readonly isReady: () => boolean;
}

/** Parts of a request that uWebSockets.js invalidates at the first await. */
interface UpgradeRequest {
  /** For logs: a trusted proxy's id, or a new one. */
  readonly id: string;
  readonly address: string;
  readonly connection: string;
  readonly hasBody: boolean;
  readonly origin: string;
  readonly cookie: string;
  readonly key: string;
  readonly extensions: string;
}

/** Authorizes upgrades from this site's pages with a live session; refuses others over HTTP. */
export class Upgrade {
  readonly #parts: UpgradeParts;
  readonly #origins: ReadonlySet<string>;
  readonly #cookieName: string;
  #pending = 0;

  constructor(parts: UpgradeParts) {
    this.#parts = parts;
    this.#origins = allowedOrigins(parts.publicUrl);
    this.#cookieName = sessionCookieName(new URL(parts.publicUrl).protocol === 'https:');
  }

  readonly handle = (res: HttpResponse, req: HttpRequest, context: us_socket_context_t): void => {
    if (!/^websocket$/i.test(req.getHeader('upgrade'))) {
      req.setYield(true);
      return;
    }
    const peer = Buffer.from(res.getRemoteAddressAsText()).toString();
    const request: UpgradeRequest = {
      id: this.#idOf(peer, req.getHeader('x-request-id')),
      address: clientAddress(peer, req.getHeader('x-forwarded-for'), this.#parts.isProxy),
      connection: req.getHeader('connection'),
      hasBody: Number(req.getHeader('content-length')) > 0 || req.getHeader('transfer-encoding') !== '',
      origin: req.getHeader('origin'),
      cookie: req.getHeader('cookie'),
      key: req.getHeader('sec-websocket-key'),
      extensions: req.getHeader('sec-websocket-extensions'),
    };
    const arrival = arrivalOf(res);
    this.#pending += 1;
    this.#admit(request)
      .then(
        (connection) => () => {
          // No subprotocol is supported, so none is chosen.
          const upgrade = () =>
            res.upgrade<SocketData>({ connection }, request.key, '', request.extensions, context);
          // Not in its own cork: uWebSockets.js would then treat the socket as the request it was, and close some
          // sockets right after they opened (uWebSockets #1928, #1929). Another socket's cork works; without any it
          // complains on standard error.
          if (!this.#parts.hub.inSomeCork(() => void res.cork(upgrade))) upgrade();
        },
        async (error: unknown) => {
          await arrival.over;
          return () => void res.cork(() => this.#refuse(res, request.id, error));
        },
      )
      .then((respond) => {
        this.#pending -= 1;
        if (!arrival.isAborted()) respond();
      })
      .catch((error: unknown) =>
        this.#parts.logger.error({ err: error }, 'an upgrade could not be answered'),
      );
  };

  async #admit({ address, connection, hasBody, origin, cookie }: UpgradeRequest): Promise<Connection> {
    const { hub, isReady, isClosing, limits, countRequest } = this.#parts;
    const retryAfter = countRequest(address);
    if (retryAfter > 0) throw tooMany(retryAfter);
    // Required by RFC 6455. With `close`, uWebSockets.js would open a socket that it has just closed.
    if (!/upgrade/i.test(connection) || /close/i.test(connection) || hasBody) {
      throw new ProblemError('invalid_input', texts.refusals.invalidInput);
    }
    if (!this.#origins.has(origin)) throw new ProblemError('foreign_origin', texts.refusals.foreignOrigin);
    if (isClosing() || !isReady() || this.#pending > limits.pendingUpgrades) throw busy();
    const token = cookieValue(cookie, this.#cookieName);
    const session = token === null ? null : await this.#sessionOf(token);
    if (session === null || token === null)
      throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
    if (isClosing()) throw busy();
    if (hub.countOf(session.userId) >= limits.socketsPerMember) {
      throw tooMany(60);
    }
    return new Connection(this.#parts, session, token);
  }

  async #sessionOf(token: string): Promise<Session | null> {
    const { sessions, limits, logger } = this.#parts;
    try {
      return await within(limits.readMs, 'looking up a session', sessions.find(token));
    } catch (error) {
      logger.warn({ err: error }, 'a session could not be looked up');
      throw busy();
    }
  }

  #idOf(peer: string, given: string): string {
    return v.is(requestIdSchema, given) && this.#parts.isProxy(peer) ? given : randomUUID();
  }

  #failed(reqId: string, error: unknown): ProblemError {
    const isTransient = !isFinal(error);
    this.#parts.logger[isTransient ? 'warn' : 'error']({ err: error, reqId }, 'an upgrade failed');
    return isTransient ? busy() : new ProblemError('internal', texts.refusals.unexpected);
  }

  #refuse(res: HttpResponse, requestId: string, error: unknown): void {
    const problem = error instanceof ProblemError ? error : this.#failed(requestId, error);
    this.#parts.observe({ kind: 'upgrade_refused', status: problem.status });
    res.writeStatus(`${problem.status} ${STATUS_CODES[problem.status] ?? ''}`);
    res.writeHeader('content-type', 'application/problem+json; charset=utf-8');
    res.writeHeader('x-request-id', requestId);
    for (const [name, value] of Object.entries(refusalHeaders)) res.writeHeader(name, value);
    if (problem.retryAfter !== undefined) res.writeHeader('retry-after', String(problem.retryAfter));
    res.end(JSON.stringify(problem.toProblem()), true);
  }
}

const refusalHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

const tooMany = (retryAfter: number) =>
  new ProblemError('too_many_requests', texts.refusals.tooMany, { retryAfter });
const busy = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });

export function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return null;
}
