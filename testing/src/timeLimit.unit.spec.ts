import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { within } from './timeLimit.ts';

it('ends a property only after its last run', async () => {
  const runs = { started: 0, ended: 0 };
  const slow = fc.asyncProperty(fc.nat(), async () => {
    runs.started += 1;
    await wait(20);
    runs.ended += 1;
  });
  const { failed, interrupted, numRuns } = await fc.check(slow, { plugins: [within(10)], numRuns: 1_000 });
  expect({ failed, interrupted }).toEqual({ failed: false, interrupted: true });
  expect(runs).toEqual({ started: numRuns, ended: numRuns });
});

it('can count an interrupted property as failed', async () => {
  const property = fc.asyncProperty(fc.nat(), async () => undefined);
  const { failed } = await fc.check(property, { plugins: [within(-1)], markInterruptAsFailure: true });
  expect(failed).toBe(true);
});
