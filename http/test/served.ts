import { problemSchema } from '@pmcw/contracts';
import { onlyIncarnation } from '@pmcw/runtime';
import type { Session } from '@pmcw/vault';
import fastify, { type FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { afterEach, expect } from 'vitest';
import { createHttpServer, type HttpServerOptions } from '../src/server.ts';

/** The session of the cookie `session=good`. */
export const session: Session = { id: 's1', userId: 7, expiresAt: new Date('2099-01-01T00:00:00Z') };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server on a real socket. */
export interface Served {
  readonly url: string;
  readonly port: number;
  /** Lines of its log. */
  readonly log: string[];
  /** Tokens of session lookups. */
  readonly lookups: string[];
  readonly call: (path: string, init?: RequestInit) => Promise<Response>;
  /** A write from a page of the site. */
  readonly write: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
}

/** Serves routes until the end of the spec. */
export async function serve(
  routes: (app: FastifyInstance) => void = () => {},
  options: Partial<HttpServerOptions> = {},
): Promise<Served> {
  const { publicUrl = 'http://localhost:8080' } = options;
  const log: string[] = [];
  const lookups: string[] = [];
  const find = async (token: string) => {
    lookups.push(token);
    return token === 'good' ? session : null;
  };
  const app = await createHttpServer({
    vault: { sessions: { find } },
    incarnations: onlyIncarnation,
    logger: fastify({ logger: { level: 'trace', stream: { write: (line: string) => void log.push(line) } } })
      .log,
    ...options,
    publicUrl,
  });
  routes(app);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  closing.push(() => app.close());
  const call = (path: string, init?: RequestInit) => fetch(url + path, init);
  const write = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(path, {
      method: 'POST',
      headers: {
        origin: new URL(publicUrl).origin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return { url, port: Number(new URL(url).port), log, lookups, call, write };
}

/** Parses an answer’s problem. */
export const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  return v.parse(problemSchema, await response.json());
};
