import { randomUUID } from 'node:crypto';
import { eventually } from '@pmcw/testing/eventually';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AesSealer } from '../test/aesSealer.ts';
import { anEvent } from '../test/events.ts';
import {
  createEventStore,
  createMemoryLog,
  ERASED,
  type EventLog,
  type EventStore,
  type RecordedEvent,
  UnreadableEventError,
} from './index.ts';
import { OncePerEvent } from './oncePerEvent.ts';

const types = {
  Said: {
    version: 1,
    schema: z.object({ by: z.int(), text: z.string() }),
    personal: { subject: 'by', fields: ['text'] },
  },
} as const;
type Said = RecordedEvent<typeof types>;

let log: EventLog;
let sealer: AesSealer;
let store: EventStore<typeof types>;
beforeEach(() => {
  log = createMemoryLog();
  sealer = new AesSealer();
  store = createEventStore(log, types, sealer);
});

async function say(by: number, text: string): Promise<void> {
  const eventId = randomUUID();
  const metadata = {
    actorId: by,
    correlationId: eventId,
    causationId: eventId,
    time: '2026-01-01T00:00:00Z',
  };
  await store.append('said', 'any', [{ eventId, type: 'Said', data: { by, text }, metadata }]);
}

function follow(before: () => Promise<void> = async () => undefined) {
  const seen: Said[] = [];
  const { done } = store.subscribe(0n, async ({ events }) => {
    seen.push(...events);
    await before();
  });
  const texts = () => seen.map(({ data }) => data.text);
  return { seen, done, texts };
}

const opened = () => sealer.openCalls.reduce((sum, fields) => sum + fields, 0);

describe('followers of a store', () => {
  it('share the opening of an event, and the same frozen object', async () => {
    await say(7, 'zero');
    const all = [follow(), follow(), follow()];
    await eventually(() => expect(all.map(({ texts }) => texts())).toEqual(all.map(() => ['zero'])));
    const before = opened();
    for (const text of ['one', 'two', 'three']) {
      await say(7, text);
      await eventually(() => expect(all.map(({ texts }) => texts().at(-1))).toEqual(all.map(() => text)));
    }
    expect(opened() - before).toBe(3);
    const [first, ...others] = all.map(({ seen }) => seen.at(-1));
    for (const other of others) expect(other).toBe(first);
    expect(Object.isFrozen(first) && Object.isFrozen(first?.data)).toBe(true);
    await store.close();
  });

  it('get no text of a member who was erased since another one got it', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const [fast, slow] = [follow(), follow(() => gate)];
    await say(7, 'zero');
    await eventually(() => expect(slow.texts()).toEqual(['zero']));
    await say(7, 'one');
    await say(8, 'two');
    await eventually(() => expect(fast.texts()).toEqual(['zero', 'one', 'two']));
    sealer.erase(7);
    open();
    await eventually(() => expect(slow.texts()).toEqual(['zero', ERASED, 'two']));
    await store.close();
  });

  it('open for themselves while erasures would not be noticed', async () => {
    sealer.loseTouch();
    const all = [follow(), follow()];
    await say(7, 'zero');
    await eventually(() => expect(all.map(({ texts }) => texts())).toEqual(all.map(() => ['zero'])));
    expect(opened()).toBe(2);
    await store.close();
  });

  it('all end at an unreadable event', async () => {
    const all = [follow(), follow()];
    await say(7, 'zero');
    await log.append('said', 'any', [anEvent({ type: 'Unheard' })]);
    for (const { done } of all) await expect(done).rejects.toThrow(UnreadableEventError);
    expect(all.map(({ texts }) => texts())).toEqual([['zero'], ['zero']]);
  });
});

it('computes again after a failure', async () => {
  const [first, second] = [1n, 2n].map((position) => ({
    ...anEvent(),
    ...{ position, stream: 's', revision: 0 },
  }));
  if (first === undefined || second === undefined) throw new Error('two events');
  const compute = vi.fn(async (events: readonly (typeof first)[]) => events.map(({ position }) => position));
  compute.mockRejectedValueOnce(new Error('away'));
  const once = new OncePerEvent(sealer, compute);
  const [one, other] = await Promise.allSettled([once.of([first]), once.of([first, second])]);
  expect([one.status, other.status]).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([once.of([first, second]), once.of([second, first])])).toEqual([
    [1n, 2n],
    [2n, 1n],
  ]);
  expect(compute.mock.calls.map(([events]) => events)).toEqual([[first], [second], [first]]);
});
