import { pbkdf2Sync } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { problemOf, serve } from '../../test/served.ts';
import { everything, onlyReads } from './importance.ts';
import { fewInFlight } from './overload.ts';

const nothing = async () => ({});
function routes(app: FastifyInstance): void {
  app.get('/api/directory', nothing);
  app.get('/api/user', nothing);
  app.post('/api/messages', nothing);
  app.post('/api/login', nothing);
  app.patch('/api/user/profile', nothing);
  app.get('/healthz', { config: { session: false, limited: false } }, nothing);
}

/** A server with a queue whose delay the spec decides, and with more requests in flight than are few. */
async function serveWithQueue(most: number) {
  const queue = { delayMs: 0, level: () => 0 };
  const leave: (() => void)[] = [];
  const served = await serve((app) => {
    routes(app);
    app.overload.watch(() => queue.delayMs, most);
    queue.level = () => app.overload.level;
    for (let nth = 0; nth <= fewInFlight; nth += 1) leave.push(app.overload.enter());
  });
  return { ...served, queue, leave };
}

describe('a server with too much to do', () => {
  it('refuses reads with Retry-After while work waits for too long, and then answers again', async () => {
    const { call, queue, log } = await serveWithQueue(onlyReads);
    expect((await call('/api/directory')).status).toBe(200);
    queue.delayMs = 1_000;
    await expect.poll(queue.level).toBe(onlyReads);
    const refused = await call('/api/directory');
    expect(['2', '3']).toContain(refused.headers.get('retry-after'));
    expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(log.filter((line) => line.includes('too much to do'))).toHaveLength(1);
    queue.delayMs = 0;
    await expect.poll(queue.level).toBe(0);
    expect((await call('/api/directory')).status).toBe(200);
  });

  it('still signs in, names the member and takes messages and other writes', async () => {
    const { call, write, queue } = await serveWithQueue(onlyReads);
    queue.delayMs = 1_000;
    await expect.poll(queue.level).toBe(onlyReads);
    expect((await call('/api/user')).status).toBe(200);
    for (const path of ['/api/login', '/api/messages']) expect((await write(path)).status).toBe(200);
    const headers = { origin: 'http://localhost:8080' };
    expect((await call('/api/user/profile', { method: 'PATCH', headers })).status).toBe(200);
  });

  it('refuses other writes next, before their bodies are parsed', async () => {
    const { write, call, queue } = await serveWithQueue(2);
    queue.delayMs = 1_000;
    await expect.poll(queue.level).toBe(2);
    const headers = { origin: 'http://localhost:8080', 'content-type': 'application/json' };
    const answer = await call('/api/user/profile', { method: 'PATCH', headers, body: 'no JSON' });
    expect(answer.status).toBe(503);
    expect((await write('/api/messages')).status).toBe(200);
  });

  it('refuses everything but health checks at last', async () => {
    const { call, write, queue } = await serveWithQueue(everything);
    queue.delayMs = 1_000;
    await expect.poll(queue.level).toBe(everything);
    expect((await write('/api/messages')).status).toBe(503);
    expect((await call('/healthz')).status).toBe(200);
  });

  it('notices a busy event loop', async () => {
    const { queue } = await serveWithQueue(0);
    const turn = () => {
      pbkdf2Sync('a', 'b', 400_000, 64, 'sha512');
      return queue.level();
    };
    await expect.poll(turn, { interval: 1 }).toBeGreaterThan(0);
  });

  it('refuses nothing while few requests are in flight, whatever delays them', async () => {
    const { call, queue, leave } = await serveWithQueue(everything);
    queue.delayMs = 1_000;
    await expect.poll(queue.level).toBe(everything);
    leave.pop()?.();
    expect(queue.level()).toBe(0);
    // The request itself is one more.
    expect((await call('/api/directory')).status).toBe(503);
    leave.pop()?.();
    expect((await call('/api/directory')).status).toBe(200);
  });
});
