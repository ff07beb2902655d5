import { describe, expect, it } from 'vitest';
import { firstStep, nameTrace, newCorrelationId, reportStep, step, stepOf } from './tracing.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('without a receiver of traces', () => {
  it('each correlation id is new', () => {
    const ids = Array.from({ length: 100 }, () => newCorrelationId());
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(uuid);
  });

  it.each<[string, (work: () => Promise<number>) => Promise<number>]>([
    ['a step', (work) => step('append', work)],
    ['the first step', (work) => firstStep('frame', work)],
    ['a step of another process’s trace', (work) => stepOf(newCorrelationId(), 'dispatch', work)],
    ['a step without a trace', (work) => stepOf('boot', 'dispatch', work)],
  ])('%s returns what its work does, and its failure', async (_what, run) => {
    expect(await run(async () => 7)).toBe(7);
    const failure = new Error('of the work');
    await expect(run(() => Promise.reject(failure))).rejects.toBe(failure);
  });

  it('nothing is named or reported', () => {
    nameTrace('GET', '/api/user');
    reportStep(
      [{ metadata: { correlationId: newCorrelationId() } }, { metadata: { correlationId: '' } }],
      'push',
      0,
    );
  });
});
