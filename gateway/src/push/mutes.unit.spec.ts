import type { ProductEvent, ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import { expect, it } from 'vitest';
import { Mutes } from './mutes.ts';

const recorded = (event: ProductEvent, revision: number): RecordedEvent<ProductEvents> => ({
  ...event,
  ...{ eventId: `event-${revision}`, stream: 'inbox-7', revision, position: BigInt(revision) + 1n },
  metadata: { actorId: 7, correlationId: 'a', causationId: 'b', time: '2026-01-01T00:00:00.000Z' },
});
const data = { readerId: 7, peerId: 8, knownUpTo: '1' };
const until = '2026-01-02T08:00:00.000Z';
const muted = recorded({ type: 'ConversationMuted', data: { ...data, until } }, 0);
const unmuted = recorded({ type: 'ConversationUnmuted', data }, 1);
const before = Date.parse(until) - 1;

function mutesAfter(log: readonly RecordedEvent<ProductEvents>[]) {
  let reads = 0;
  let act: () => void = () => undefined;
  const eventStore = {
    async *readStream() {
      reads += 1;
      yield* log;
      act();
    },
  };
  /** Happens at the end of the next read. */
  const meanwhile = (next: () => void) => {
    act = () => {
      act = () => undefined;
      next();
    };
  };
  return { mutes: new Mutes(eventStore, { find: async () => null }), reads: () => reads, meanwhile };
}

it('mutes a conversation until its time, and no other', async () => {
  const { mutes } = mutesAfter([muted]);
  expect(await mutes.isMuted(7, 8, before)).toBe(true);
  expect(await mutes.isMuted(7, 8, Date.parse(until))).toBe(false);
  expect(await mutes.isMuted(7, 9, before)).toBe(false);
});

it('reads a member’s mutes once, and then follows the log', async () => {
  const { mutes, reads } = mutesAfter([muted]);
  expect(await mutes.isMuted(7, 8, before)).toBe(true);
  mutes.note(unmuted);
  expect(await mutes.isMuted(7, 8, before)).toBe(false);
  mutes.note(muted);
  expect(await mutes.isMuted(7, 8, before)).toBe(false);
  expect(reads()).toBe(1);
});

it('misses no change that arrives while it reads', async () => {
  const log = [muted];
  const { mutes, meanwhile } = mutesAfter(log);
  meanwhile(() => {
    log.push(unmuted);
    mutes.note(unmuted);
  });
  await mutes.isMuted(7, 8, before);
  expect(await mutes.isMuted(7, 8, before)).toBe(false);
});
