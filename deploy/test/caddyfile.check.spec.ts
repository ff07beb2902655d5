import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { limits, ProblemError, texts } from '@pmcw/contracts';
import { createHttpServer, signedIn } from '@pmcw/http';
import { onlyIncarnation } from '@pmcw/runtime';
import { eventually } from '@pmcw/testing/eventually';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Caddy, startCaddy } from './caddy.ts';
import { hiddenPaths } from './hiddenPaths.ts';
import { type Names, startNameServer } from './nameServer.ts';
import { people } from './proxyClient.ts';
import { type Seen, type StandIn, startStandIn } from './standIn.ts';

const root = path.resolve(import.meta.dirname, '../..');
const caddyfile = path.join(root, 'deploy/Caddyfile');

const addresses = {
  'command-service': ['127.0.1.1', '127.0.1.2'],
  'query-service': ['127.0.2.1', '127.0.2.2'],
  gateway: ['127.0.3.1', '127.0.3.2'],
} as const;
type Part = keyof typeof addresses;
const nobodyHere = '127.0.9.9';
const publicUrl = 'https://localhost';

const seen: Seen[] = [];
const names: Names = new Map();
const ports = new Map<Part, number>();
const standIns: StandIn[] = [];
let nameServer: { address: string; close(): void };
let variables: Record<string, string>;
let caddy: Caddy;
let hasty: Awaited<ReturnType<typeof startHasty>>;
let silence: Promise<string[]>;
const hastySeconds = 4;

const partOf = (by: string | undefined) => by?.replace(/-\d$/, '');
const json = { 'content-type': 'application/json' };
const problem = (refusal: ProblemError) => refusal.toProblem();

/** Whether the installed Caddy is older; it prints its version as `v2.6.2 h1:…` or `2.6.2`. */
function isOlderThan(version: string): boolean {
  const [own = ''] = execFileSync('caddy', ['version'], { encoding: 'utf8' }).match(/\d+\.\d+\.\d+/) ?? [];
  return own.localeCompare(version, 'en', { numeric: true }) < 0;
}

/** Starts another replica of a part; the name server does not know it yet. */
async function startReplica(part: Part, host: string, breaks = false): Promise<StandIn> {
  const port = ports.get(part);
  const name = `${part}-${host.at(-1)}`;
  const standIn = await startStandIn({ name, host, seen, breaks, ...(port === undefined ? {} : { port }) });
  ports.set(part, standIn.port);
  return standIn;
}

/** Starts a real HTTP server of the services instead of a fake one. */
async function startService(host: string): Promise<FastifyInstance> {
  const app = await createHttpServer({
    publicUrl,
    vault: { sessions: { find: async () => null } },
    incarnations: onlyIncarnation,
  });
  app.post('/api/open', async () => ({}));
  app.post('/api/members', { onRequest: signedIn }, async () => ({}));
  app.post(
    '/api/busy',
    {
      onRequest: async () => {
        throw new ProblemError('too_many_requests', texts.refusals.tooMany, { retryAfter: 9 });
      },
    },
    async () => ({}),
  );
  await app.listen({ host, port: ports.get('command-service') ?? 0 });
  return app;
}

/** Waits until the proxy forwards a path to the real service. */
async function untilServed(target: string): Promise<void> {
  await eventually(async () => {
    const answer = await caddy.ask({ method: 'POST', path: target, headers: { origin: publicUrl } });
    expect(answer.headers['x-request-id']).toBeDefined();
  });
}

/** Waits until the proxy has noticed a change of the name server, which it asks once a second. */
async function untilAnsweredBy(by: readonly string[]): Promise<void> {
  await eventually(async () => {
    const answers = await Promise.all(by.flatMap(() => [caddy.ask({ path: '/' }), caddy.ask({ path: '/' })]));
    expect(new Set(answers.map(({ headers }) => headers['x-answered-by']))).toEqual(new Set(by));
  });
}

/** Starts a Caddy whose timeouts are short, and a silent socket through it. */
async function startHasty(): Promise<{ folder: string; caddy: Caddy; socket: Duplex }> {
  const text = await readFile(caddyfile, 'utf8');
  const hastyText = text.replace(
    /\b(read_header|read_body|idle|response_header_timeout|keepalive) \d+[sm]\b/g,
    `$1 ${hastySeconds}s`,
  );
  expect(hastyText.match(new RegExp(` ${hastySeconds}s\n`, 'g'))).toHaveLength(5);
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-hasty-'));
  await writeFile(path.join(folder, 'Caddyfile'), hastyText);
  const hastyCaddy = await startCaddy(path.join(folder, 'Caddyfile'), variables);
  return { folder, caddy: hastyCaddy, socket: await hastyCaddy.upgrade('/ws') };
}

/** Resolves, after three times the longest timeout, with everything that arrived on a socket. */
async function heardMeanwhile(socket: Duplex): Promise<string[]> {
  const heard: string[] = [];
  socket.on('data', (chunk: Buffer) => heard.push(chunk.toString())).on('close', () => heard.push('closed'));
  // biome-ignore lint/plugin: nothing must happen during the longest timeout and some time after it
  await delay(3 * hastySeconds * 1_000);
  return heard;
}

beforeAll(async () => {
  for (const part of ['command-service', 'query-service', 'gateway'] as const) {
    for (const host of addresses[part]) standIns.push(await startReplica(part, host));
    names.set(part, addresses[part]);
  }
  nameServer = await startNameServer(names);
  variables = {
    PMCW_RESOLVER: nameServer.address,
    PMCW_PAGES: path.dirname(caddyfile),
    PMCW_COMMAND_SERVICE_PORT: String(ports.get('command-service')),
    PMCW_QUERY_SERVICE_PORT: String(ports.get('query-service')),
    PMCW_GATEWAY_PORT: String(ports.get('gateway')),
  };
  [caddy, hasty] = await Promise.all([startCaddy(caddyfile, variables), startHasty()]);
  // Runs beside the other tests, because it takes longer than most of them.
  silence = heardMeanwhile(hasty.socket);
  seen.length = 0;
});

afterEach(() => {
  seen.length = 0;
});

afterAll(async () => {
  await Promise.all([caddy?.stop(), hasty?.caddy.stop()]);
  await rm(hasty?.folder ?? '', { recursive: true, force: true });
  nameServer?.close();
  for (const standIn of standIns) await standIn.close();
});

describe('routing', () => {
  it.each([
    ['GET', '/', 'query-service'],
    ['GET', '/alice', 'query-service'],
    ['GET', '/metricsfan', 'query-service'],
    ['GET', '/metrics.', 'query-service'],
    ['GET', '/api/user', 'query-service'],
    ['HEAD', '/api/user', 'query-service'],
    ['GET', '/api/messages/changes?after=7', 'query-service'],
    ['GET', '/media/0123abcd', 'query-service'],
    ['GET', '/assets/index-1234.js', 'query-service'],
    ['POST', '/graphql', 'query-service'],
    ['POST', '/', 'query-service'],
    ['POST', '/api/login', 'command-service'],
    ['PUT', '/api/admin/users/7/notes', 'command-service'],
    ['PATCH', '/api/user/profile', 'command-service'],
    ['DELETE', '/api/messages/0199?confirm=yes', 'command-service'],
    ['GET', '/api/openid/callback?code=7&state=8', 'command-service'],
    ['GET', '/api/openid', 'query-service'],
    ['GET', '/ws', 'gateway'],
    ['GET', '/wsx', 'query-service'],
  ])('%s %s: %s', async (method, target, part) => {
    const answer = await caddy.ask({ method, path: target });
    expect(answer.status).toBe(200);
    expect(partOf(seen[0]?.by)).toBe(part);
    expect(seen).toEqual([expect.objectContaining({ method, url: target })]);
  });

  it('sends every route of the services to the service that has it', async () => {
    const routes = [...(await routesOf('command-service')), ...(await routesOf('query-service'))];
    expect(routes.length).toBeGreaterThan(25);
    expect(routes).toContainEqual({ part: 'command-service', method: 'POST', path: '/api/login' });
    expect(routes).toContainEqual({ part: 'query-service', method: 'POST', path: '/graphql' });
    for (const { part, method, path: target } of routes) {
      const { headers } = await caddy.ask({ method, path: target });
      expect(`${method} ${target}: ${partOf(String(headers['x-answered-by']))}`).toBe(
        `${method} ${target}: ${part}`,
      );
    }
  });

  it('shares requests among all replicas', async () => {
    for (let turn = 0; turn < 10; turn += 1) await caddy.ask({ path: '/' });
    const share = (name: string) => seen.filter(({ by }) => by === name).length;
    expect(share('query-service-1') + share('query-service-2')).toBe(10);
    // The rotation may restart when the names are looked up, once a second.
    expect(Math.abs(share('query-service-1') - share('query-service-2'))).toBeLessThanOrEqual(2);
  });
});

describe('paths that are not public', () => {
  it.each(hiddenPaths)('%s', async (target) => {
    for (const method of ['GET', 'POST']) {
      const answer = await caddy.ask({ method, path: target, headers: json });
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(JSON.parse(answer.body)).toEqual(
        problem(new ProblemError('not_found', texts.refusals.notFound)),
      );
    }
    expect(seen).toEqual([]);
  });
});

describe('forwarded headers', () => {
  it("carry the client's true address, scheme and host, whatever the client sends", async () => {
    await caddy.ask({
      path: '/',
      headers: {
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.example',
      },
    });
    expect(seen[0]?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': expect.stringMatching(/^localhost:/),
      host: expect.stringMatching(/^localhost:/),
    });
  });

  it('are not sent over http: the client is redirected to https, and nothing is forwarded', async () => {
    const answer = await caddy.askPlainly({ path: '/alice?tab=wallets' });
    expect(answer.status).toBe(308);
    expect(answer.headers.location).toMatch(/^https:\/\/localhost\/alice\?tab=wallets$/);
    expect(seen).toEqual([]);
  });
});

describe('bodies', () => {
  it('of the largest image size pass', async () => {
    const body = Buffer.alloc(Math.ceil(limits.imageBytesMax / 3) * 4 + 1000, 'a');
    const asked = { method: 'PATCH', path: '/api/user/images', headers: json, body };
    expect((await caddy.ask(asked)).status).toBe(200);
    expect(seen).toEqual([expect.objectContaining({ bytes: body.length })]);
  });

  it('larger than the limit are refused with a problem of the API', async () => {
    // By one byte: a client that is still sending when Caddy closes the connection may miss the answer.
    const body = Buffer.alloc(32_000_001, 'a');
    const answer = await caddy.ask({ method: 'POST', path: '/api/messages', headers: json, body });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toEqual(problem(new ProblemError('too_large', texts.refusals.tooLarge)));
  });

  it.each([5_900_000, 6_500_000, 20_000_000])(
    'of %i bytes get the status with which the service refuses them, each time',
    async (bytes) => {
      const service = await startService('127.0.1.4');
      const body = Buffer.alloc(bytes, 'a');
      const origin = publicUrl;
      const asked = [
        [413, { path: '/api/open', headers: { ...json, origin } }],
        [401, { path: '/api/members', headers: { ...json, origin } }],
        [403, { path: '/api/open', headers: json }],
        [404, { path: '/api/nothing', headers: { 'transfer-encoding': 'chunked', origin } }],
        [429, { path: '/api/busy', headers: { ...json, origin } }],
      ] as const;
      names.set('command-service', ['127.0.1.4']);
      await untilServed('/api/open');
      for (const [status, question] of asked.flatMap((one) => Array<typeof one>(5).fill(one))) {
        const answer = await caddy.ask({ method: 'POST', body, ...question });
        expect(answer.status, question.path).toBe(status);
        expect(JSON.parse(answer.body)).toMatchObject({ status });
      }
      await service.close();
    },
  );

  it('are compressed in answers if they are text, but not if they are pictures', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    expect((await caddy.ask({ path: '/page', headers })).headers['content-encoding']).toBe('gzip');
    expect((await caddy.ask({ path: '/picture', headers })).headers['content-encoding']).toBeUndefined();
  });
});

describe('sockets', () => {
  it('carry data in both directions', async () => {
    const socket = await caddy.upgrade('/ws');
    const echo = vi.fn();
    socket.on('data', (chunk: Buffer) => echo(chunk.toString()));
    socket.write('ping');
    await eventually(() => expect(echo).toHaveBeenCalledWith('ping'));
    expect(partOf(seen[0]?.by)).toBe('gateway');
    expect(seen[0]?.headers).toMatchObject({ upgrade: 'websocket', 'x-forwarded-for': '127.0.0.1' });
    socket.destroy();
  });

  it('stay open in silence, longer than every timeout of the proxy', async () => {
    const heard = await silence;
    expect(heard).toEqual([]);
    hasty.socket.write('still here');
    await eventually(() => expect(heard).toEqual(['still here']));
    hasty.socket.destroy();
  });
});

describe('replicas that start, stop and fail', () => {
  afterEach(async () => {
    for (const part of ['command-service', 'query-service'] as const) names.set(part, addresses[part]);
    await untilAnsweredBy(['query-service-1', 'query-service-2']);
  });

  it('are found when they start, and dropped when they stop', async () => {
    const third = await startReplica('query-service', '127.0.2.3');
    names.set('query-service', [...addresses['query-service'], '127.0.2.3']);
    await untilAnsweredBy(['query-service-1', 'query-service-2', 'query-service-3']);
    names.set('query-service', ['127.0.2.1']);
    await untilAnsweredBy(['query-service-1']);
    await third.close();
  });

  /** Sends many requests while every other try goes to an address without a replica; expects each to be served once. */
  async function askWhileOneIsAway(method: string, body?: Buffer): Promise<void> {
    names.set('command-service', [addresses['command-service'][0], nobodyHere]);
    names.set('query-service', [addresses['query-service'][0], nobodyHere]);
    const asked = Array.from({ length: 20 }, (_, n) => `/api/messages/${n}`);
    // The proxy's earlier list of replicas is at most a second old.
    await eventually(async () => {
      seen.length = 0;
      for (const target of asked) {
        const answer = await caddy.ask({ method, path: target, ...(body === undefined ? {} : { body }) });
        expect(answer.status).toBe(200);
      }
      expect(new Set(seen.map(({ by }) => by))).toHaveLength(1);
    });
    expect(seen.map(({ url }) => url)).toEqual(asked);
    expect(new Set(seen.map(({ bytes }) => bytes))).toEqual(new Set([body?.length ?? 0]));
  }

  it.each(['GET', 'DELETE'])(
    'are replaced if they can not be reached: %s is sent to another, once',
    (method) => askWhileOneIsAway(method),
  );

  // Since 2.11.2 Caddy sends a body again when a connection could not be made; earlier versions refuse.
  it('are replaced for a write with a body, too, or it is refused and was not done', async () => {
    names.set('command-service', [addresses['command-service'][0], nobodyHere]);
    const body = Buffer.alloc(100_000, 'a');
    const done: string[] = [];
    seen.length = 0;
    for (let n = 0; n < 20; n += 1) {
      const target = `/api/messages/${n}`;
      const { status } = await caddy.ask({ method: 'POST', path: target, body });
      expect(isOlderThan('2.11.2') ? [200, 503] : [200]).toContain(status);
      if (status === 200) done.push(target);
    }
    // To a service, a body that was cut short is no request.
    const arrived = seen.filter(({ bytes }) => bytes === body.length);
    expect(arrived.map(({ url }) => url)).toEqual(done);
  });

  it('get a write only once if its answer is lost, because it may have been done', async () => {
    const breaking = await startReplica('command-service', '127.0.1.3', true);
    names.set('command-service', ['127.0.1.3']);
    await eventually(async () => {
      seen.length = 0;
      const body = Buffer.from('{}');
      const answer = await caddy.ask({ method: 'POST', path: '/api/messages', headers: json, body });
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('1');
      expect(JSON.parse(answer.body)).toEqual(problem(new ProblemError('unavailable', texts.refusals.busy)));
      expect(seen.map(({ by }) => by)).toEqual(['command-service-3']);
    });
    await breaking.close();
  });

  it('lead to 503 when none is left, and the log does not name the requested member', async () => {
    names.set('query-service', []);
    await eventually(async () => expect((await caddy.ask({ path: '/alice' })).status).toBe(503));
    expect(caddy.log()).not.toContain('alice');
    const page = await caddy.ask({ path: '/alice', headers: people });
    expect(page.status).toBe(503);
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '1' });
    expect(page.body).toBe(await readFile(path.join(root, 'deploy/busy.html'), 'latin1'));
    const write = await caddy.ask({ method: 'POST', path: '/graphql', headers: people });
    expect(write.headers['content-type']).toBe('application/problem+json');
  });
});

/** Returns the routes in the sources of a service, with parameters as written. */
async function routesOf(part: Part) {
  const folder = path.join(root, part, 'src');
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!\.spec)\.ts$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  const routes = texts.flatMap((text) => [
    ...text.matchAll(/\.(get|post|put|patch|delete)\(\s*'(\/[^'*]*)'/g),
  ]);
  return routes
    .map(([, method = '', target = '']) => ({ part, method: method.toUpperCase(), path: target }))
    .filter(({ path: target }) => !/^\/(internal|healthz|readyz|metrics)/.test(target));
}
