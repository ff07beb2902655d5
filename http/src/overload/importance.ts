import type { FastifyRequest } from 'fastify';

/** In the order of refusals. */
const ranks = { read: 0, write: 1, vital: 2 } as const;
export type Importance = keyof typeof ranks;

export const rankOf = (importance: Importance): number => ranks[importance];

/** The highest pressure of a queue that only reads wait in. */
export const onlyReads = 1;
/** Refuses everything that may be refused. */
export const everything = 3;

/** Signing in, who is signed in, and sending messages. */
const vital: ReadonlySet<string> = new Set([
  'GET /api/user',
  'POST /api/login',
  'POST /api/login/passkey',
  'POST /api/login/passkey/options',
  'POST /api/login/wallet',
  'POST /api/login/wallet/options',
  'GET /api/login/openid/start',
  'GET /api/openid/callback',
  'POST /api/logout',
  'POST /api/messages',
  'POST /api/messages/global',
]);
/** Without the app's files nothing else can be asked. */
const files: ReadonlySet<string> = new Set(['GET /*', 'GET /assets/*']);

/** Null for what is never refused: operators and other processes. */
export function importanceOf({ method, routeOptions: { url, config } }: FastifyRequest): Importance | null {
  if (config.limited === false) return null;
  const name = `${method} ${url}`;
  if (vital.has(name)) return 'vital';
  if (files.has(name)) return 'write';
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method) || url === '/graphql';
  return isRead ? 'read' : 'write';
}
