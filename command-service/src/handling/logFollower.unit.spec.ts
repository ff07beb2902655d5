import { eventTypes, type ProductEvents, streams } from '@pmcw/contracts/events';
import { createEventStore, createMemoryLog, type EventStore, type Sealer } from '@pmcw/event-store';
import { silent } from '@pmcw/resilience';
import { afterEach, expect, it, vi } from 'vitest';
import { LogFollower } from './logFollower.ts';

/** Does not seal. */
const epoch = Symbol();
const openSealer: Sealer = {
  seal: async (fields) => fields.map(({ plaintext }) => plaintext),
  open: async (fields) => fields.map(({ sealed }) => sealed),
  epoch: () => epoch,
};

afterEach(() => void vi.restoreAllMocks());

async function sendMessage(eventStore: EventStore<ProductEvents>, messageId: string): Promise<void> {
  const data = {
    messageId,
    senderId: 2,
    receiverId: 3,
    messageType: 'text',
    content: 'Hi',
    voiceHash: null,
    voiceSeconds: null,
  } as const;
  const metadata = { actorId: 2, correlationId: 'c', causationId: 'c', time: '2026-01-01T00:00:00.000Z' };
  await eventStore.append(streams.message(messageId), 'no-stream', [
    { eventId: messageId, type: 'MessageSent', data, metadata },
  ]);
}

it('notes its position once a minute, also while the clock is set back', async () => {
  const eventStore = createEventStore(createMemoryLog(), eventTypes, openSealer);
  const set = vi.fn(async () => undefined);
  const follower = new LogFollower({
    ...{ eventStore, logger: silent, bookmark: 'spec', types: ['UserDeleted'], from: 'start', lost: 'lost' },
    vault: { bookmarks: { find: async () => null, set, limit: async () => undefined } },
    handle: async () => undefined,
  });
  follower.start();
  await sendMessage(eventStore, '01a00000-0000-7000-8000-000000000001');
  await expect.poll(() => set.mock.calls.length).toBe(1);
  const [wall, monotonic] = [Date.now(), performance.now()];
  vi.spyOn(Date, 'now').mockReturnValue(wall - 3_600_000);
  vi.spyOn(performance, 'now').mockReturnValue(monotonic + 61_000);
  await sendMessage(eventStore, '01a00000-0000-7000-8000-000000000002');
  await expect.poll(() => set.mock.calls.length).toBe(2);
  await follower.close();
});

it('follows on where its position cannot be noted, as in a read-only database, while nothing of its own happens', async () => {
  const eventStore = createEventStore(createMemoryLog(), eventTypes, openSealer);
  const set = vi.fn(() => Promise.reject(new Error('read-only')));
  const failed = vi.fn();
  const follower = new LogFollower({
    ...{ eventStore, bookmark: 'spec', types: ['UserDeleted'], from: 'start', lost: 'lost' },
    logger: { ...silent, error: failed },
    vault: { bookmarks: { find: async () => null, set, limit: async () => undefined } },
    handle: async () => undefined,
  });
  follower.start();
  await sendMessage(eventStore, '01a00000-0000-7000-8000-000000000001');
  await expect.poll(() => follower.followed).toMatchObject({ mode: 'following', position: 1n });
  expect(set).toHaveBeenCalledOnce();
  expect(failed).not.toHaveBeenCalled();
  await follower.close();
});

it('reports for readiness how far it is, and that it fails', async () => {
  const eventStore = createEventStore(createMemoryLog(), eventTypes, openSealer);
  let isBroken = false;
  const follower = new LogFollower({
    ...{ eventStore, logger: silent, bookmark: 'spec', types: ['MessageSent'], from: 'start', lost: 'lost' },
    vault: {
      bookmarks: { find: async () => null, set: async () => undefined, limit: async () => undefined },
    },
    handle: async () => {
      if (isBroken) throw new Error('the vault is down');
    },
  });
  follower.start();
  await sendMessage(eventStore, '01a00000-0000-7000-8000-000000000001');
  await expect.poll(() => follower.followed).toMatchObject({ mode: 'following', position: 1n });
  isBroken = true;
  await sendMessage(eventStore, '01a00000-0000-7000-8000-000000000002');
  await expect.poll(() => follower.followed.mode).toBe('failed');
  isBroken = false;
  await expect.poll(() => follower.followed).toMatchObject({ mode: 'following', position: 2n });
  await follower.close();
});
