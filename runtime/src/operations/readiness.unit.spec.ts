import { silent } from '@pmcw/resilience';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Check, ReadinessChecks, type ReadinessOptions } from './readiness.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const passes: Check = async () => ({ ok: true });
const severities = { log: 'failed', database: 'failed', freshness: 'degraded' } as const;

function readiness(checks: ReadinessOptions['checks'], options: Partial<ReadinessOptions> = {}) {
  return new ReadinessChecks({ checks, severities, logger: silent, ...options });
}

it('is ready if every check passes, hides why one threw, and logs changes only', async () => {
  const logger = { ...silent, warn: vi.fn(), info: vi.fn() };
  let isDown = true;
  const database: Check = async () => {
    if (isDown) throw new Error('user ada at 10.0.0.1 is refused');
    return { ok: true };
  };
  const checks = readiness({ log: passes, database }, { logger, freshMs: 0 });
  const failed = { ok: false, severity: 'failed', reason: 'failed' };
  const notReady = { ready: false, state: 'not ready', checks: { log: { ok: true }, database: failed } };
  expect(await checks.ask()).toEqual(notReady);
  expect(await checks.ask()).toEqual(notReady);
  expect(logger.warn).toHaveBeenCalledExactlyOnceWith({ reasons: { database: 'failed' } }, 'not ready');
  isDown = false;
  expect(await checks.ask()).toMatchObject({ ready: true, state: 'ready' });
  expect(await checks.ask()).toMatchObject({ ready: true, state: 'ready' });
  expect(logger.info).toHaveBeenCalledExactlyOnceWith({}, 'ready again');
});

it('is degraded, and ready, if only checks fail that a part can do without', async () => {
  const freshness: Check = async () => ({ ok: false, reason: 'old' });
  const states = vi.fn();
  expect(await readiness({ log: passes, freshness }, { onState: states }).ask()).toMatchObject({
    ...{ ready: true, state: 'degraded' },
    checks: { freshness: { ok: false, severity: 'degraded', reason: 'old' } },
  });
  expect(states.mock.calls).toEqual([
    ['log', 'ok'],
    ['freshness', 'degraded'],
  ]);
});

it('checks once for concurrent callers, and at most every few seconds', async () => {
  const log = vi.fn(passes);
  const checks = readiness({ log }, { freshMs: 2_000 });
  await Promise.all([checks.ask(), checks.ask()]);
  await checks.ask();
  expect(log).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await checks.ask();
  expect(log).toHaveBeenCalledTimes(2);
});

/** Asks once, with the wait for a check that does not answer. */
async function asked(checks: ReadinessChecks) {
  const asking = checks.ask();
  await vi.advanceTimersByTimeAsync(2_000);
  return (await asking).checks;
}

it('takes a slow check for a busy server at first, and for a frozen one after a while', async () => {
  const answer = { give: () => {} };
  const log = vi.fn(
    () =>
      new Promise<{ ok: true }>((resolve) => {
        answer.give = () => resolve({ ok: true });
      }),
  );
  const checks = readiness({ log }, { freshMs: 0 });
  const late = { ok: false, reason: 'no answer in time' };
  expect(await asked(checks)).toEqual({ log: { ...late, severity: 'degraded' } });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await asked(checks)).toEqual({ log: { ...late, severity: 'degraded' } });
  expect(await asked(checks)).toEqual({ log: { ...late, severity: 'failed' } });
  // The same try all the time: probes of a frozen server must not pile up in its pool.
  expect(log).toHaveBeenCalledTimes(1);
  const asking = checks.ask();
  answer.give();
  expect((await asking).ready).toBe(true);
});

it('does not take silence after a failure for an improvement', async () => {
  let isDown = true;
  const log: Check = async () => {
    if (isDown) throw new Error('away');
    return new Promise<never>(() => undefined);
  };
  const checks = readiness({ log }, { freshMs: 0 });
  await checks.ask();
  isDown = false;
  expect(await asked(checks)).toMatchObject({ log: { severity: 'failed' } });
});
