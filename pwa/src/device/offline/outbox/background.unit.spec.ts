import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { databaseName } from '../stores.ts';
import { ownerOfTag } from './background.ts';

const owners = fc.record({
  id: fc.integer({ min: 1 }),
  createdAt: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
});

describe('the tag of a wake-up', () => {
  it('contains the owner of the outbox', () => {
    fc.assert(
      fc.property(owners, (owner) => {
        expect(ownerOfTag(databaseName(owner))).toEqual({ ...owner });
      }),
    );
  });

  it.each(['', 'something', 'messages-of-x-since-y', 'messages-of-1-since-'])('%j has no owner', (tag) => {
    expect(ownerOfTag(tag)).toBeNull();
  });
});
