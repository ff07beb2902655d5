import type { InboxEvent } from '@pmcw/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given, stateAfter } from '../../test/given.ts';
import { type ChangeConversation, inboxDecider, type MoveMark, settingsOf } from './inbox.ts';

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

const change = (
  settings: Partial<Omit<ChangeConversation, 'type' | 'readerId' | 'peerId' | 'knownUpTo'>>,
  knownUpTo = 100n,
  peerId: number | null = 8,
): ChangeConversation => ({ type: 'ChangeConversation', readerId: 7, peerId, knownUpTo, ...settings });
const data = (knownUpTo: string, peerId: number | null = 8) => ({ readerId: 7, peerId, knownUpTo });
const muted = (until: string | null, knownUpTo = '100', peerId: number | null = 8): InboxEvent => ({
  type: 'ConversationMuted',
  data: { ...data(knownUpTo, peerId), until },
});
const unmuted = (knownUpTo = '100'): InboxEvent => ({ type: 'ConversationUnmuted', data: data(knownUpTo) });
const marked = (knownUpTo = '100'): InboxEvent => ({
  type: 'ConversationMarkedUnread',
  data: data(knownUpTo),
});
const unmarked = (knownUpTo = '100'): InboxEvent => ({ type: 'UnreadMarkRemoved', data: data(knownUpTo) });
const tomorrow = '2026-01-03T08:00:00.000Z';

describe('mutes', () => {
  it('start, change and end, separately for each conversation and the global chat', () => {
    const { when } = given(inboxDecider, muted(null));
    expect(when(change({ mutedUntil: tomorrow }))).toEqual([muted(tomorrow)]);
    expect(when(change({ mutedUntil: null }))).toEqual([unmuted()]);
    expect(when(change({ mutedUntil: 'always' }, 100n, null))).toEqual([muted(null, '100', null)]);
  });

  it('leave no event if nothing changes', () => {
    const { when } = given(inboxDecider, muted(tomorrow));
    expect(when(change({ mutedUntil: tomorrow }))).toEqual([]);
    expect(when(change({}))).toEqual([]);
    expect(when(change({ mutedUntil: null }, 100n, 9))).toEqual([]);
  });

  it('that waited on a device have no effect where another device, which knew more, decided otherwise', () => {
    const { when } = given(inboxDecider, muted(null, '100'), unmuted('110'));
    expect(when(change({ mutedUntil: 'always' }, 109n))).toEqual([]);
    expect(when(change({ mutedUntil: 'always' }, 110n))).toEqual([muted(null, '110')]);
  });
});

describe('unread marks', () => {
  it('are set and removed', () => {
    expect(given(inboxDecider).when(change({ isMarkedUnread: true }))).toEqual([marked()]);
    expect(given(inboxDecider, marked()).when(change({ isMarkedUnread: false }))).toEqual([unmarked()]);
    expect(given(inboxDecider, marked()).when(change({ isMarkedUnread: true }))).toEqual([]);
  });

  it('are removed by reading a newer message, on any device', () => {
    const { when } = given(inboxDecider, read(8, '90'), marked());
    expect(when(move(8, 101n))).toEqual([read(8, '101'), unmarked('101')]);
  });

  it('stay when a device reports late what it had read before', () => {
    const { when } = given(inboxDecider, read(8, '90'), marked());
    expect(when(move(8, 90n))).toEqual([]);
    expect(when(move(8, 95n))).toEqual([read(8, '95')]);
  });

  it('that waited on a device have no effect if the conversation was read further on another', () => {
    const { when } = given(inboxDecider, read(8, '110'));
    expect(when(change({ isMarkedUnread: true }, 109n))).toEqual([]);
  });
});

describe('answers to a request', () => {
  const accepted: InboxEvent = { type: 'ConversationAccepted', data: { readerId: 7, peerId: 8 } };
  const deleted = (deletedUpTo: string): InboxEvent => ({
    type: 'RequestDeleted',
    data: { readerId: 7, peerId: 8, deletedUpTo },
  });

  it('are events once', () => {
    expect(given(inboxDecider).when(change({ isRequest: false }))).toEqual([accepted]);
    expect(given(inboxDecider, accepted).when(change({ isRequest: false }))).toEqual([]);
    expect(given(inboxDecider).when(change({ deletedUpTo: 9n }))).toEqual([deleted('9')]);
  });

  it('never delete less than before', () => {
    const { when } = given(inboxDecider, deleted('9'));
    expect(when(change({ deletedUpTo: 9n }))).toEqual([]);
    expect(when(change({ deletedUpTo: 8n }))).toEqual([]);
    expect(when(change({ deletedUpTo: 10n }))).toEqual([deleted('10')]);
  });
});

describe('the mute of a conversation', () => {
  it('is in the end that of the device that knew most of the log, in any order of arrival', () => {
    const decisions = fc.uniqueArray(fc.bigInt({ min: 1n, max: 50n }), { minLength: 1 });
    // Each until another time, since a decision that finds its value in place leaves no event.
    const untilOf = (knownUpTo: bigint) => new Date(Date.UTC(2027, 0, Number(knownUpTo))).toISOString();
    fc.assert(
      fc.property(decisions, (arriving) => {
        const events: InboxEvent[] = [];
        for (const knownUpTo of arriving) {
          const command = change({ mutedUntil: untilOf(knownUpTo) }, knownUpTo);
          events.push(...given(inboxDecider, ...events).when(command));
        }
        const latest = arriving.reduce((a, b) => (a > b ? a : b));
        expect(settingsOf(stateAfter(inboxDecider, events), 8).mutedUntil).toBe(untilOf(latest));
      }),
    );
  });
});
