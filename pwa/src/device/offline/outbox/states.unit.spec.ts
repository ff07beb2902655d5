import { describe, expect, it } from 'vitest';
import { allowedMoves, mayMove, type SendState } from './states.ts';

const states: readonly SendState[] = ['queued', 'sending', 'waiting', 'failed', 'accepted', 'cancelled'];

/** Rows: from. Columns: to, in the order of `states`. */
const table = {
  queued: [false, true, false, true, true, true],
  sending: [true, false, true, true, true, true],
  waiting: [true, true, false, true, true, true],
  failed: [true, false, false, false, true, true],
  accepted: [false, false, false, false, false, false],
  cancelled: [false, false, false, false, false, false],
} as const satisfies Record<SendState, readonly boolean[]>;

describe('the life of an outgoing message', () => {
  it.each(states)('moves from %s only as the table allows', (from) => {
    expect(states.map((to) => mayMove(from, to))).toEqual(table[from]);
  });

  it('can become accepted in every state that is not final', () => {
    const ends = states.filter((state) => allowedMoves[state].length === 0);
    expect(ends).toEqual(['accepted', 'cancelled']);
    for (const state of states.filter((each) => !ends.includes(each))) {
      expect(mayMove(state, 'accepted')).toBe(true);
    }
  });
});
