import { expect, it } from 'vitest';
import { deletion, erasure, message, recordsOf, registration, restoration } from '../../test/records.ts';
import { runsUpToRare } from './rareEvents.ts';

const runs = (...events: Parameters<typeof recordsOf>[0]) =>
  runsUpToRare(recordsOf(events)).map(({ run, rare }) => [
    run.map(({ position }) => Number(position)),
    rare?.type ?? null,
  ]);

it('ends a run of events with each that changes what earlier ones left', () => {
  expect(runs()).toEqual([]);
  expect(runs(registration(1), message('a', 1), deletion('a', 1))).toEqual([[[1, 2, 3], null]]);
  expect(runs(registration(1), erasure(1), restoration('b', 2, null, 1), message('a', 3))).toEqual([
    [[1, 2], 'UserDeleted'],
    [[3], 'MessageRestored'],
    [[4], null],
  ]);
  expect(runs(erasure(1))).toEqual([[[1], 'UserDeleted']]);
});
