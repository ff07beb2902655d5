import type { InboxEvent } from '@pmcw/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given, stateAfter } from '../../test/given.ts';
import { inboxDecider, type MoveMark } from './inbox.ts';

const move = (peerId: number | null, upTo: bigint): MoveMark => ({
  type: 'MoveMark',
  readerId: 7,
  peerId,
  upTo,
});
const read = (peerId: number, upTo: string): InboxEvent => ({
  type: 'ConversationRead',
  data: { readerId: 7, peerId, upTo },
});
const globalRead = (upTo: string): InboxEvent => ({ type: 'GlobalChatRead', data: { readerId: 7, upTo } });

describe('read marks', () => {
  it('move forward, separately for each conversation and the global chat', () => {
    const { when } = given(inboxDecider, read(8, '10'), globalRead('20'));
    expect(when(move(8, 11n))).toEqual([read(8, '11')]);
    expect(when(move(9, 1n))).toEqual([read(9, '1')]);
    expect(when(move(null, 21n))).toEqual([globalRead('21')]);
  });

  it('never move back, and leave no event if they don’t move', () => {
    const { when } = given(inboxDecider, read(8, '10'), globalRead('20'));
    for (const command of [move(8, 10n), move(8, 9n), move(null, 20n), move(null, 0n), move(9, 0n)]) {
      expect(when(command)).toEqual([]);
    }
  });

  it('compare as numbers, not as text', () => {
    expect(given(inboxDecider, read(8, '9')).when(move(8, 10n))).toEqual([read(8, '10')]);
  });

  it('end at the furthest position requested, in any order', () => {
    const wish = fc.record({
      peer: fc.option(fc.integer({ min: 1, max: 3 })),
      upTo: fc.bigInt({ min: 0n, max: 50n }),
    });
    fc.assert(
      fc.property(fc.array(wish), (wishes) => {
        const events: InboxEvent[] = [];
        for (const { peer, upTo } of wishes)
          events.push(...given(inboxDecider, ...events).when(move(peer, upTo)));
        const state = stateAfter(inboxDecider, events);
        for (const { peer, upTo } of wishes) {
          const mark = peer === null ? state.global : (state.conversations.get(peer) ?? 0n);
          expect(mark >= upTo).toBe(true);
        }
      }),
    );
  });
});
