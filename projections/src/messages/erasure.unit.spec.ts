import { expect, it } from 'vitest';
import { message, recordsOf, registration } from '../../test/records.ts';
import { runsUpToErasures } from './erasure.ts';

const deleted = (userId: number) => ({ type: 'UserDeleted', data: { userId } }) as const;
const runsOf = (...events: Parameters<typeof recordsOf>[0]) =>
  runsUpToErasures(recordsOf(events)).map(({ run, erased }) => [
    run.map(({ position }) => Number(position)),
    erased?.data.userId ?? null,
  ]);

it('ends a run of events with each deletion of a member, so that none after it adds to them', () => {
  expect(runsOf()).toEqual([]);
  expect(runsOf(registration(1), message('a', 1))).toEqual([[[1, 2], null]]);
  expect(runsOf(registration(1), deleted(1), deleted(2), message('a', 3))).toEqual([
    [[1, 2], 1],
    [[3], 2],
    [[4], null],
  ]);
  expect(runsOf(deleted(1))).toEqual([[[1], 1]]);
});
