import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProjectionsChecks } from './readiness.ts';
import type { ModelStatus } from './status.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const head = 900_000n;

/** Checks of two models, the second with these differences. */
function checks(slow: Partial<ModelStatus> = {}) {
  const model = (name: string, more: Partial<ModelStatus> = {}): ModelStatus => ({
    ...{ name, version: 1, state: 'running', error: null, position: head, head },
    ...{ writer: 'host:1@1.2.3', writesSince: null, unwrittenSeconds: 0, ...more },
    lag: head - (more.position ?? head),
  });
  return createProjectionsChecks(async () => head, {
    status: async () => [model('quick'), model('slow', slow)],
  });
}

describe('a projector', () => {
  it('is ready while a model is catching up, and names it: that may take longer than a deployment waits', async () => {
    const catchingUp = { ok: true, head: '900000', catchingUp: ['slow'] };
    expect(await checks({ position: 7n }).projections()).toMatchObject(catchingUp);
    expect(await checks({ position: 7n, state: 'rebuilding' }).projections()).toMatchObject(catchingUp);
    expect(await checks({ position: head - 10_000n }).projections()).toMatchObject({
      ok: true,
      catchingUp: [],
    });
  });

  it.each(['poisoned', 'stranded'] as const)('is not ready while a model is %s', async (state) => {
    expect(await checks({ state }).projections()).toMatchObject({ ok: false, reason: 'stopped: slow' });
  });

  it('is not ready while the log does not answer', async () => {
    const away = () => Promise.reject(new Error('away'));
    await expect(createProjectionsChecks(away, { status: async () => [] }).projections()).rejects.toThrow(
      'away',
    );
  });
});

describe('read models', () => {
  it('are fresh if each has a writer, however long the log is idle', async () => {
    const { freshness } = checks();
    await freshness();
    vi.advanceTimersByTime(3_600_000);
    expect(await freshness()).toEqual({ ok: true });
  });

  it('are not, if no process writes one', async () => {
    expect(await checks({ unwrittenSeconds: 30 }).freshness()).toEqual({ ok: true });
    const error = 'its tables are of the newer version 2';
    expect(await checks({ unwrittenSeconds: 31, state: 'standby', error }).freshness()).toEqual({
      ok: false,
      reason: `slow: no process has written it for 31 seconds (${error})`,
    });
  });

  it('are not, if one has a writer, but is behind for long', async () => {
    const { freshness } = checks({ position: 7n });
    expect(await freshness()).toEqual({ ok: true });
    vi.advanceTimersByTime(31_000);
    expect(await freshness()).toEqual({ ok: false, reason: 'slow: behind the log for 31 seconds' });
  });
});
