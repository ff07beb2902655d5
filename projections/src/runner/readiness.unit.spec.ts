import { describe, expect, it } from 'vitest';
import { createProjectionsCheck } from './readiness.ts';
import type { ModelStatus } from './status.ts';

const head = 900_000n;

/** Checks two models, one of them at this position and in this state. */
function checked(position: bigint, state: ModelStatus['state'] = 'running') {
  const model = (name: string, at: bigint, its: ModelStatus['state']): ModelStatus => ({
    ...{ name, version: 1, state: its, error: null },
    ...{ position: at, head, lag: head - at },
  });
  const status = async () => [model('quick', head, 'running'), model('slow', position, state)];
  return createProjectionsCheck({ head: async () => head }, { status });
}

describe('a projector', () => {
  it('is ready while a model is catching up, and names it: that may take longer than a deployment waits', async () => {
    expect(await checked(7n)()).toMatchObject({ ok: true, head: '900000', catchingUp: ['slow'] });
    expect(await checked(7n, 'rebuilding')()).toMatchObject({ ok: true, catchingUp: ['slow'] });
    expect(await checked(head - 10_000n)()).toMatchObject({ ok: true, catchingUp: [] });
  });

  it.each(['poisoned', 'stranded'] as const)('is not ready while a model is %s', async (state) => {
    expect(await checked(head, state)()).toMatchObject({ ok: false });
  });

  it('is not ready while the log does not answer', async () => {
    const check = createProjectionsCheck(
      { head: () => Promise.reject(new Error('away')) },
      { status: async () => [] },
    );
    await expect(check()).rejects.toThrow('away');
  });
});
