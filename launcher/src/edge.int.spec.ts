import { once } from 'node:events';
import { request as open } from 'node:http';
import { createOperations, createRegistry, onlyIncarnation, serveOperations } from '@pmcw/runtime';
import { freePort, resetConnections, resetMoments } from '@pmcw/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, type RunningProduct, runProduct } from '../test/product.ts';
import { Front } from './front/front.ts';
import { serve } from './serve.ts';

const registry = createRegistry();
const logger = pino({ level: 'silent' });
const operations = createOperations({
  ...{ part: 'notary', registry, logger, checks: { notary: async () => ({ ok: true }) } },
});

let product: RunningProduct;
/** A product that admits no requests, and one whose gateway is down. */
let strict: Awaited<ReturnType<typeof startFront>>;
let alone: Awaited<ReturnType<typeof startFront>>;
let operating: Awaited<ReturnType<typeof serveOperations>>;

async function startFront(countRequest: () => number) {
  const own = createRegistry();
  const front = await Front.open({ host: '127.0.0.1', port: 0, publicUrl, logger, registry: own });
  const server = await serve({
    front,
    publicUrl,
    logger,
    vault: { sessions: { find: async () => null } },
    incarnations: onlyIncarnation,
    registry: own,
    operations,
    countRequest,
    socketsPort: await freePort(),
    services: [],
  });
  server.open();
  return { port: front.port, close: () => server.close() };
}

beforeAll(async () => {
  const listen = { host: '127.0.0.1', port: 0 };
  [product, strict, alone, operating] = await Promise.all([
    runProduct({ rateLimits: 'off' }),
    startFront(() => 9),
    startFront(() => 0),
    serveOperations(operations, listen),
  ]);
});
afterAll(() => Promise.all([product?.stop(), strict?.close(), alone?.close(), operating?.close()]));

const ports = {
  product: () => product.port,
  strict: () => strict.port,
  alone: () => alone.port,
  operations: () => operating.port,
} as const;
type Server = keyof typeof ports;

const site = { origin: publicUrl };
const json = { ...site, 'content-type': 'application/json' };
const handshake = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

interface Refusal {
  readonly server: Server;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
}
const refusal = (
  server: Server,
  status: number,
  start: string,
  headers: Readonly<Record<string, string>>,
): Refusal => {
  const [method = '', path = ''] = start.split(' ');
  return { server, status, method, path, headers };
};

/** Refused requests with a body. */
const requests: readonly Refusal[] = [
  refusal('strict', 429, 'POST /api/messages', json),
  refusal('product', 413, 'POST /api/login', json),
  refusal('product', 415, 'POST /api/login', site),
  refusal('product', 401, 'PATCH /api/user/images', json),
  refusal('product', 403, 'POST /api/login', { ...json, origin: 'https://evil.example' }),
  refusal('product', 404, 'GET /api/nothing', json),
  refusal('product', 400, 'POST /api/%zz', json),
  refusal('product', 400, 'POST /api/login', { ...json, expect: 'a miracle' }),
  refusal('product', 200, 'GET /healthz', json),
  refusal('operations', 404, 'GET /internal/nothing', json),
  refusal('operations', 413, 'POST /healthz', { 'content-type': 'text/plain' }),
];

/** Refused handshakes. */
const handshakes: readonly Refusal[] = [
  refusal('strict', 429, 'GET /ws', handshake),
  refusal('alone', 503, 'GET /ws', { ...handshake, ...site }),
  refusal('product', 401, 'GET /ws', { ...handshake, ...site }),
  refusal('product', 403, 'GET /ws', handshake),
  refusal('product', 404, 'GET /api/ws', { ...handshake, connection: 'upgrade, close' }),
  refusal('operations', 404, 'GET /ws', { ...handshake, connection: 'upgrade, close' }),
];

const titleOf = ({ server, status, method, path }: Refusal) => `${status} of ${server} to ${method} ${path}`;

/** A request as sent over the wire. */
function wire({ method, path, headers }: Refusal, body: string): string {
  const length = body === '' ? {} : { 'content-length': String(body.length) };
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers, ...length });
  return [`${method} ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join(
    '\r\n',
  );
}

/** The status for a client that reads nothing until it has sent everything. */
async function statusOf({ server, method, path, headers }: Refusal, pieces: readonly Buffer[]) {
  const request = open({ port: ports[server](), host: '127.0.0.1', method, path, headers, agent: false });
  const answered = once(request, 'response');
  for (const piece of pieces) {
    await new Promise<void>((resolve, reject) => {
      request.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  }
  request.end();
  const [answer] = await answered;
  answer.resume();
  return answer.statusCode;
}

describe.each(resetMoments)('a client that resets its connection %s ends no process', (moment) => {
  it.each([...handshakes, ...requests].map((one) => [titleOf(one), one] as const))('%s', async (_, one) => {
    const body = one.headers.upgrade === undefined ? 'a'.repeat(300_000) : '';
    const port = ports[one.server]();
    expect(await resetConnections(port, wire(one, body), moment)).toEqual([]);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });
});

describe('a request with an unread body', () => {
  const piece = Buffer.alloc(1_000_000, 'a');

  it.each(requests.map((one) => [titleOf(one), one] as const))('is read to its end: %s', async (_, one) => {
    // With a length, and chunked.
    const length = { 'content-length': String(7 * piece.length) };
    for (const more of [length, { 'transfer-encoding': 'chunked' }]) {
      const asked = { ...one, headers: { ...one.headers, ...more } };
      expect(await statusOf(asked, Array<Buffer>(7).fill(piece))).toBe(one.status);
    }
  });
});

describe('an offer of another protocol', () => {
  const offers = ['h2c', 'TLS/1.0', 'websocket', 'something, h2c'];

  it.each(offers)('is ignored, and the request is answered: %s', async (upgrade) => {
    const offer = { connection: 'upgrade', upgrade };
    for (const server of ['product', 'operations'] as const) {
      expect(await statusOf(refusal(server, 200, 'GET /healthz', offer), [])).toBe(200);
    }
    const body = Buffer.from('{"username":"nobody","password":"wrong wrong"}');
    const headers = { ...json, ...offer, 'content-length': String(body.length) };
    expect(await statusOf(refusal('product', 401, 'POST /api/login', headers), [body])).toBe(401);
  });

  it('is not a handshake on /ws either', async () => {
    const headers = { ...handshake, ...site, upgrade: 'h2c' };
    expect(await statusOf(refusal('product', 404, 'GET /ws', headers), [])).toBe(404);
  });
});
