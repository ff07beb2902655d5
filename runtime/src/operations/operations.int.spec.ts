import fastify from 'fastify';
import { Gauge } from 'prom-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRegistry } from './metrics.ts';
import { createOperations, type OperationsOptions } from './operations.ts';
import { measureRequests, serveOperations } from './routes.ts';

const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  vi.clearAllMocks();
});

/** A server with operations only; returns a function that sends requests. */
async function serving(options: Partial<OperationsOptions>) {
  const operations = createOperations({ registry: createRegistry(), checks: {}, logger, ...options });
  const server = await serveOperations(operations, { host: '127.0.0.1', port: 0 });
  closers.push(() => server.close());
  return (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
}

describe('/healthz', () => {
  it('answers while nothing else does', async () => {
    const ask = await serving({ checks: { log: () => new Promise(() => undefined) } });
    expect(await (await ask('/healthz')).json()).toEqual({ alive: true });
  });
});

describe('/readyz', () => {
  it('is 200 with the results when all checks pass', async () => {
    const ask = await serving({ checks: { log: async () => ({ ok: true, head: '7' }) } });
    const answer = await ask('/readyz');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ ready: true, checks: { log: { ok: true, head: '7' } } });
  });

  it('is 503 and names failing checks, in limited time, without messages of drivers', async () => {
    const ask = await serving({
      waitMs: 50,
      checks: {
        fine: async () => ({ ok: true }),
        broken: async () => {
          throw new Error('connect to postgres://hidden failed');
        },
        silent: () => new Promise(() => undefined),
      },
    });
    const answer = await ask('/readyz');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      ready: false,
      checks: {
        fine: { ok: true },
        broken: { ok: false, reason: 'failed' },
        silent: { ok: false, reason: 'no answer in time' },
      },
    });
    expect(logger.warn).toHaveBeenCalledExactlyOnceWith({ failing: ['broken', 'silent'] }, 'not ready');
  });

  it('checks once for concurrent requests', async () => {
    let answerNow: () => void = () => undefined;
    const log = vi.fn(
      () =>
        new Promise<{ ok: boolean }>((resolve) => {
          answerNow = () => resolve({ ok: true });
        }),
    );
    const operations = createOperations({ registry: createRegistry(), checks: { log }, logger });
    const answers = Promise.all([1, 2, 3].map(() => operations.answer('/readyz')));
    answerNow();
    expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(log).toHaveBeenCalledOnce();
  });

  it('logs a change, and not every probe', async () => {
    let ok = false;
    const ask = await serving({ checks: { log: async () => ({ ok }) } });
    await ask('/readyz');
    await ask('/readyz');
    ok = true;
    await ask('/readyz');
    await ask('/readyz');
    expect(logger.warn).toHaveBeenCalledOnce();
    expect(logger.info).toHaveBeenCalledExactlyOnceWith({}, 'ready again');
  });
});

describe('/metrics', () => {
  it('measures the process itself, and omits failing metrics', async () => {
    const registry = createRegistry();
    const help = 'in a spec';
    new Gauge({ name: 'known', help, registers: [registry] }).set(7);
    new Gauge({
      name: 'unknown',
      help,
      registers: [registry],
      collect: () => Promise.reject(new Error('the database is down')),
    });
    const answer = await (await serving({ registry }))('/metrics');
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    const text = await answer.text();
    expect(text).toContain('known 7');
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).not.toContain('unknown');
  });

  it('labels requests by the pattern of their route, never by their path', async () => {
    const registry = createRegistry();
    const app = fastify();
    closers.push(() => app.close());
    measureRequests(app, registry);
    app.get('/profile/:username', async () => 'ada');
    await app.inject('/profile/ada');
    await app.inject('/ada');
    const text = await registry.getSingleMetricAsString('http_request_seconds');
    expect(text).toContain(
      'http_request_seconds_count{method="GET",route="/profile/:username",status="200"} 1',
    );
    expect(text).toContain('http_request_seconds_count{method="GET",route="none",status="404"} 1');
    expect(text).not.toContain('ada');
  });
});
