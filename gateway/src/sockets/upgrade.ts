import { randomUUID } from 'node:crypto';
import { allowedOrigins, ProblemError, requestIdSchema, sessionCookieName, texts } from '@pmcw/contracts';
import { isFinal, within } from '@pmcw/resilience';
import { type CountRequest, clientAddress } from '@pmcw/runtime';
import type { Session } from '@pmcw/vault';
import * as v from 'valibot';
import { Connection, type ConnectionParts } from './connection.ts';
import type { HttpAnswer } from './httpAnswer.ts';
import type { Hub } from './hub.ts';

export interface UpgradeParts extends ConnectionParts {
  readonly hub: Hub;
  readonly publicUrl: string;
  readonly countRequest: CountRequest;
  readonly isProxy: (address: string) => boolean;
  readonly isReady: () => boolean;
}

export type Admission = { readonly connection: Connection } | { readonly refusal: HttpAnswer };

interface UpgradeRequest {
  /** For logs: a trusted proxy's id, or a new one. */
  readonly id: string;
  readonly address: string;
  readonly connection: string;
  readonly hasBody: boolean;
  readonly origin: string;
  readonly cookie: string;
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

  /** Reads the headers before it returns. Never rejects. */
  async admit(peer: string, header: (name: string) => string): Promise<Admission> {
    const request: UpgradeRequest = {
      id: this.#idOf(peer, header('x-request-id')),
      address: clientAddress(peer, header('x-forwarded-for'), this.#parts.isProxy),
      connection: header('connection'),
      hasBody: Number(header('content-length')) > 0 || header('transfer-encoding') !== '',
      origin: header('origin'),
      cookie: header('cookie'),
    };
    this.#pending += 1;
    try {
      return { connection: await this.#connectionFor(request) };
    } catch (error) {
      return { refusal: this.#refusal(request.id, error) };
    } finally {
      this.#pending -= 1;
    }
  }

  async #connectionFor({
    address,
    connection,
    hasBody,
    origin,
    cookie,
  }: UpgradeRequest): Promise<Connection> {
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

  #refusal(requestId: string, error: unknown): HttpAnswer {
    const problem = error instanceof ProblemError ? error : this.#failed(requestId, error);
    this.#parts.observe({ kind: 'upgrade_refused', status: problem.status });
    const retryAfter: Record<string, string> =
      problem.retryAfter === undefined ? {} : { 'retry-after': String(problem.retryAfter) };
    return {
      status: problem.status,
      headers: { ...refusalHeaders, 'x-request-id': requestId, ...retryAfter },
      body: JSON.stringify(problem.toProblem()),
      closes: true,
    };
  }
}

const refusalHeaders = {
  'content-type': 'application/problem+json; charset=utf-8',
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
