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

const passes = async () => ({ ok: true }) as const;
const followers = { members: passes, signOuts: passes, mails: passes, links: passes, reports: passes };

function operationsWith(options: Partial<OperationsOptions<'command-service'>>) {
  const checks = { instance: passes, log: passes, vault: passes, ...followers };
  const registry = createRegistry();
  return createOperations({ part: 'command-service', registry, checks, logger, freshMs: 0, ...options });
}

/** A server with operations only; returns a function that sends requests. */
async function serving(options: Partial<OperationsOptions<'command-service'>>) {
  const operations = operationsWith(options);
  const server = await serveOperations(operations, { host: '127.0.0.1', port: 0 });
  closers.push(() => server.close());
  return (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
}

describe('/healthz', () => {
  it('answers while nothing else does', async () => {
    const never = () => new Promise<never>(() => undefined);
    const ask = await serving({ checks: { instance: passes, log: never, vault: passes, ...followers } });
    expect(await (await ask('/healthz')).json()).toEqual({ alive: true });
  });
});

describe('/readyz', () => {
  it('is 200 with the results when all checks pass', async () => {
    const log = async () => ({ ok: true, head: '7' }) as const;
    const ask = await serving({ checks: { instance: passes, log, vault: passes, ...followers } });
    const answer = await ask('/readyz');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      ...{ ready: true, state: 'ready', version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: null },
      checks: {
        instance: { ok: true },
        log: { ok: true, head: '7' },
        vault: { ok: true },
        members: { ok: true },
        signOuts: { ok: true },
        mails: { ok: true },
        links: { ok: true },
        reports: { ok: true },
      },
    });
  });

  it('is 503 and names failing checks, in limited time, without messages of drivers', async () => {
    const broken = async () => {
      throw new Error('connect to postgres://hidden failed');
    };
    const silent = () => new Promise<never>(() => undefined);
    const ask = await serving({
      waitMs: 50,
      checks: { instance: passes, log: broken, vault: silent, ...followers },
    });
    const answer = await ask('/readyz');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      ...{ ready: false, state: 'not ready' },
      checks: {
        instance: { ok: true },
        log: { ok: false, severity: 'failed', reason: 'failed' },
        vault: { ok: false, severity: 'degraded', reason: 'no answer in time' },
      },
    });
  });

  it('checks once for concurrent requests', async () => {
    let answerNow: () => void = () => undefined;
    const log = vi.fn(
      () =>
        new Promise<{ ok: true }>((resolve) => {
          answerNow = () => resolve({ ok: true });
        }),
    );
    const operations = operationsWith({ checks: { instance: passes, log, vault: passes, ...followers } });
    const answers = Promise.all([1, 2, 3].map(() => operations.answer('/readyz')));
    answerNow();
    expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(log).toHaveBeenCalledOnce();
  });

  it('is degraded, and 200, if only checks fail that a part can do without', async () => {
    const freshness = async () => ({ ok: false, reason: 'audit: no process has written it' }) as const;
    const operations = createOperations({
      ...{ part: 'projector', registry: createRegistry(), logger },
      checks: { instance: passes, projections: passes, freshness },
    });
    const { status, body } = await operations.answer('/readyz');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      ...{ ready: true, state: 'degraded' },
      checks: { freshness: { ok: false, severity: 'degraded', reason: 'audit: no process has written it' } },
    });
    expect((await operations.answer('/metrics')).body).toContain(
      'readiness_check{check="freshness",state="degraded"} 1',
    );
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
    expect(text).toMatch(/^pmcw_build_info\{part="command-service",version="\d+\.\d+\.\d+",commit=""\} 1$/m);
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
