import { randomUUID } from 'node:crypto';
import { eventually } from '@pmcw/testing/eventually';
import { beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { AesSealer } from '../test/aesSealer.ts';
import { anEvent, collect } from '../test/events.ts';
import {
  createEventStore,
  createMemoryLog,
  ERASED,
  EventIdConflictError,
  type EventLog,
  type EventStore,
  type EventToAppend,
  type EventTypeDefinition,
  type EventTypes,
  InvalidEventError,
  type RecordedEvent,
  UNREADABLE,
  UnreadableEventError,
} from './index.ts';

const types = {
  MemberRenamed: {
    version: 3,
    schema: z.object({
      memberId: z.int(),
      fullName: z.string(),
      bio: z.string().nullable(),
      telegram: z.string().optional(),
      views: z.int().default(0),
    }),
    personal: { subject: 'memberId', fields: ['fullName', 'bio', 'telegram'] },
    upcasters: {
      // Version 1 called the member `id` and the name `name`; version 2 had no bio.
      1: ({ id, name, ...rest }) => ({ ...rest, memberId: id ?? null, fullName: name ?? null }),
      2: (data) => ({ ...data, bio: null }),
    },
  },
  Counted: { version: 1, schema: z.object({ count: z.int().min(0), extra: z.unknown().optional() }) },
} satisfies EventTypes;

type Types = typeof types;

const metadata = {
  actorId: 7,
  correlationId: randomUUID(),
  causationId: randomUUID(),
  time: '2026-01-02T03:04:05.678Z',
};

function renamed(
  data: Partial<EventToAppend<Types>['data']> = {},
): EventToAppend<Types> & { type: 'MemberRenamed' } {
  const whole = { memberId: 7, fullName: 'Ada Lovelace', bio: null, views: 1, ...data };
  return { eventId: randomUUID(), type: 'MemberRenamed', data: whole, metadata };
}

function counted(count: number, extra?: unknown): Extract<EventToAppend<Types>, { type: 'Counted' }> {
  return { eventId: randomUUID(), type: 'Counted', data: { count, extra }, metadata };
}

let log: EventLog;
let sealer: AesSealer;
let store: EventStore<Types>;
beforeEach(() => {
  log = createMemoryLog();
  sealer = new AesSealer();
  store = createEventStore(log, types, sealer);
});

/** Stored data of the log’s events. */
const raw = async () => (await log.readAll(0n)).events.map((event) => event.data);
const failure = (promise: Promise<unknown>) => promise.catch((caught: unknown) => caught);

describe('types', () => {
  it('links the type of an event with its data', () => {
    expectTypeOf<
      Extract<RecordedEvent<Types>, { type: 'Counted' }>['data']['count']
    >().toEqualTypeOf<number>();
    expectTypeOf<RecordedEvent<Types>['type']>().toEqualTypeOf<'MemberRenamed' | 'Counted'>();
  });
});

describe('a round trip', () => {
  it('returns appended events, opened, with their place', async () => {
    const event = renamed({ bio: 'Countess', telegram: '@ada' });
    expect(await store.append('user-7', 'no-stream', [event, counted(2)])).toMatchObject({ revision: 1 });
    const [first, second] = await collect(store.readStream('user-7'));
    expect(first).toEqual({ ...event, stream: 'user-7', revision: 0, position: 1n });
    expect(second).toMatchObject({ type: 'Counted', data: { count: 2 }, revision: 1, position: 2n });
    expect((await store.readAll(0n)).events).toEqual([first, second]);
    expect(await collect(store.readStream('user-7', 1))).toEqual([second]);
    expect(await store.head()).toBe(2n);
  });

  it('names its engine', () => {
    expect(store.engine).toBe('memory');
  });

  it('stores the parsed data with its version', async () => {
    const data = { count: 1, extra: { list: [1, 'a', null, { deep: true }] }, unknown: 1 };
    const event = { ...counted(1), data };
    await store.append('a', 'any', [event]);
    const [stored] = (await log.readAll(0n)).events;
    expect(stored?.data).toEqual({ count: 1, extra: { list: [1, 'a', null, { deep: true }] } });
    expect(stored?.metadata).toEqual({ ...metadata, schemaVersion: 1 });
  });

  it('follows the log', async () => {
    await store.append('a', 'any', [counted(1)]);
    const seen: RecordedEvent<Types>[] = [];
    const subscription = store.subscribe(
      0n,
      async (batch) => {
        seen.push(...batch.events);
      },
      { filter: { types: ['MemberRenamed'] } },
    );
    await store.append('a', 'any', [renamed(), counted(2)]);
    await eventually(() =>
      expect(seen).toMatchObject([{ data: { fullName: 'Ada Lovelace' }, position: 2n }]),
    );
    await subscription.stop();
    await store.close();
    await expect(store.append('a', 'any', [counted(3)])).rejects.toThrow('closed');
  });
});

describe('sealing', () => {
  it('leaves no personal value in the log, and shows which fields are sealed, and for whom', async () => {
    await store.append('user-7', 'any', [renamed({ bio: 'Countess' })]);
    const [data] = await raw();
    expect(JSON.stringify(data)).not.toMatch(/Ada|Countess/);
    expect(data).toEqual({
      memberId: 7,
      fullName: { sealed: expect.any(String), subject: 7 },
      bio: { sealed: expect.any(String), subject: 7 },
      views: 1,
    });
  });

  it('leaves null and absent fields as they are', async () => {
    await store.append('user-7', 'any', [renamed()]);
    const [data] = await raw();
    expect(data?.bio).toBeNull();
    expect(data).not.toHaveProperty('telegram');
  });

  it('calls the sealer once per append and once per page', async () => {
    await store.append('a', 'any', [renamed({ bio: 'b' }), counted(1), renamed({ memberId: 8 })]);
    await store.append('a', 'any', [counted(1)]);
    expect(sealer.sealCalls).toEqual([3]);
    await store.readAll(0n);
    await collect(store.readStream('a'));
    expect(sealer.openCalls).toEqual([3, 3]);
  });

  it('recognizes a repeat that is sealed again', async () => {
    const event = renamed({ bio: 'Countess' });
    const first = await store.append('user-7', 'no-stream', [event]);
    const capitals = { ...event, eventId: event.eventId.toUpperCase() };
    expect(await store.append('user-7', 'no-stream', [capitals])).toEqual({ ...first, repeated: true });
    await expect(
      store.append('user-7', 'any', [{ ...event, data: { ...event.data, bio: '' } }]),
    ).rejects.toThrow(EventIdConflictError);
  });

  it('reads events of an erased member, without personal data', async () => {
    await store.append('a', 'any', [renamed({ bio: 'Countess' }), renamed({ memberId: 8, fullName: 'Bob' })]);
    sealer.erase(7);
    expect((await store.readAll(0n)).events.map((event) => event.data)).toEqual([
      { memberId: 7, fullName: ERASED, bio: ERASED, views: 1 },
      { memberId: 8, fullName: 'Bob', bio: null, views: 1 },
    ]);
  });

  it('reads on when a key is lost, without treating the member as erased', async () => {
    await store.append('a', 'any', [renamed({ bio: 'Countess' }), renamed({ memberId: 8, fullName: 'Bob' })]);
    sealer.lose(7);
    const lost = { memberId: 7, fullName: UNREADABLE, bio: UNREADABLE, views: 1 };
    expect((await collect(store.readStream('a'))).map((event) => event.data)).toEqual([
      lost,
      { memberId: 8, fullName: 'Bob', bio: null, views: 1 },
    ]);
    const { events, open } = store.readSealed('a');
    const [sealed] = await collect(events);
    if (sealed?.type !== 'MemberRenamed') expect.unreachable();
    expect(await open([sealed.data.fullName])).toEqual([UNREADABLE]);
  });

  it('does not open a value that was moved to another event', async () => {
    await store.append('a', 'any', [renamed()]);
    const [data = {}] = await raw();
    await log.append('a', 'any', [
      anEvent({ type: 'MemberRenamed', data, metadata: { ...metadata, schemaVersion: 3 } }),
    ]);
    expect((await store.readAll(1n)).events[0]?.data).toMatchObject({ fullName: UNREADABLE });
  });

  it('reads a field that was stored before it became personal', async () => {
    const data = { memberId: 7, fullName: 'In the clear', bio: null, views: 1 };
    await log.append('a', 'any', [
      anEvent({ type: 'MemberRenamed', data, metadata: { ...metadata, schemaVersion: 3 } }),
    ]);
    expect((await store.readAll(0n)).events[0]?.data).toEqual(data);
  });

  it('refuses a value made to look sealed', async () => {
    const extra = { sealed: 'AAAA', subject: 1 };
    const error = await failure(store.append('a', 'any', [counted(1, extra)]));
    expect(error).toEqual(new InvalidEventError('Counted', 'extra: looks like a sealed value'));
  });
});

describe('reading sealed', () => {
  async function read(stream: string, from?: number) {
    const { events, open } = store.readSealed(stream, from);
    return { events: await collect(events), open };
  }

  it('returns the same events, with tokens that are opened later in one call', async () => {
    await store.append('a', 'any', [renamed({ bio: 'Countess' }), counted(1), renamed({ fullName: 'Bob' })]);
    const { events, open } = await read('a');
    const [first, second, third] = await collect(store.readStream('a'));
    expect(second).toEqual(events[1]);
    expect(JSON.stringify(events[0]?.data)).not.toMatch(/Ada|Countess/);
    sealer.openCalls.length = 0;
    for (const [n, whole] of [first, third].entries()) {
      if (whole?.type !== 'MemberRenamed') expect.unreachable();
      const held = events[n * 2];
      if (held?.type !== 'MemberRenamed') expect.unreachable();
      expect(await open([held.data.fullName, held.data.bio ?? 'none', 'other'])).toEqual([
        whole.data.fullName,
        whole.data.bio ?? 'none',
        'other',
      ]);
    }
    expect(sealer.openCalls).toEqual([2, 1]);
    expect((await read('a', 2)).events).toHaveLength(1);
  });

  it('opens nothing of erased members, and nothing unless asked', async () => {
    await store.append('a', 'any', [renamed({ bio: 'Countess' })]);
    const { events, open } = await read('a');
    const texts = Object.values(events[0]?.data ?? {}).filter((value) => typeof value === 'string');
    sealer.erase(7);
    expect(sealer.openCalls).toEqual([]);
    expect(await open(texts)).toEqual([ERASED, ERASED]);
    expect(await open([])).toEqual([]);
  });

  it('accepts no other text as a token', async () => {
    await store.append('a', 'any', [renamed()]);
    const [one, other] = [await read('a'), await read('a')];
    const [event] = one.events;
    if (event?.type !== 'MemberRenamed') expect.unreachable();
    const token = event.data.fullName;
    expect(await other.open([token])).toEqual([token]);
  });

  it('opens at once what an upcaster must read', async () => {
    const eventId = randomUUID();
    const [sealed = ''] = await sealer.seal([{ subject: 7, eventId, field: 'name', plaintext: 'Ada' }]);
    const data = { id: 7, name: { sealed, subject: 7 }, views: 3 };
    await log.append('a', 'any', [
      anEvent({ type: 'MemberRenamed', eventId, data, metadata: { ...metadata, schemaVersion: 1 } }),
    ]);
    expect((await read('a')).events[0]?.data).toEqual({ memberId: 7, fullName: 'Ada', bio: null, views: 3 });
  });

  it('ends at an unreadable event, like reading', async () => {
    await log.append('a', 'any', [anEvent({ type: 'Unheard' })]);
    await expect(read('a')).rejects.toThrow(UnreadableEventError);
  });
});

describe('an event that does not match its type', () => {
  it.each<[string, EventToAppend<Types>, string]>([
    ['data against the schema', counted(-1), 'count: too_small'],
    [
      'metadata without a time',
      { ...counted(1), metadata: { ...metadata, time: 'now' } },
      'metadata time: invalid_format',
    ],
    ['what JSON would change', counted(1, [new Date(0)]), 'extra.0: not JSON'],
    ['what JSON can not hold', counted(1, { big: 1n }), 'extra.big: not JSON'],
  ])('is refused: %s', async (_, event, reason) => {
    expect(await failure(store.append('a', 'any', [counted(1), event]))).toEqual(
      new InvalidEventError('Counted', reason),
    );
    expect(await log.head()).toBe(0n);
  });

  it('is refused with an unknown type, even the name of a property that all objects have', async () => {
    const loose: EventStore<EventTypes> = createEventStore<EventTypes>(log, types, sealer);
    for (const type of ['Unheard', 'toString']) {
      const error = await failure(loose.append('a', 'any', [{ ...counted(1), type }]));
      expect(error).toEqual(new InvalidEventError(type, 'unknown type'));
    }
  });

  it.each<[string, Parameters<typeof anEvent>[0], string]>([
    ['an unknown type', { type: 'Unheard' }, 'unknown type'],
    ['bad data', { type: 'Counted', data: { count: 'secret' } }, 'count: invalid_type'],
    ['bad metadata', { type: 'Counted', data: { count: 1 }, metadata: {} }, 'metadata actorId: invalid_type'],
    [
      'a later version',
      { type: 'Counted', data: { count: 1 }, metadata: { ...metadata, schemaVersion: 2 } },
      'version 2 is newer than 1, the newest known here',
    ],
  ])('is named, not quoted, when read: %s', async (_, event, reason) => {
    await log.append('a', 'any', [anEvent({ metadata: { ...metadata, schemaVersion: 1 }, ...event })]);
    const error = await failure(store.readAll(0n));
    expect(error).toBeInstanceOf(UnreadableEventError);
    expect(error).toMatchObject({ position: 1n, type: event?.type, reason: expect.stringContaining(reason) });
    expect(String(error)).not.toContain('secret');
  });

  it('reaches readers and followers after the events before it', async () => {
    await store.append('a', 'any', [counted(1), counted(2)]);
    await log.append('a', 'any', [anEvent({ type: 'Unheard' })]);
    await store.append('a', 'any', [counted(3)]);
    const before = await store.readAll(0n);
    expect(before).toMatchObject({ position: 2n, live: false, events: [{ position: 1n }, { position: 2n }] });
    await expect(store.readAll(2n)).rejects.toThrow(UnreadableEventError);

    const read: bigint[] = [];
    const reading = (async () => {
      for await (const event of store.readStream('a')) read.push(event.position);
    })();
    await expect(reading).rejects.toThrow('at position 3');

    const followed: bigint[] = [];
    const subscription = store.subscribe(0n, async (batch) => {
      followed.push(batch.position);
    });
    await expect(subscription.done).rejects.toThrow('Event of type Unheard at position 3');
    expect([read, followed]).toEqual([[1n, 2n], [2n]]);
  });
});

describe('older versions', () => {
  const old = (schemaVersion: number, data: Parameters<typeof anEvent>[0]) =>
    anEvent({ type: 'MemberRenamed', metadata: { ...metadata, schemaVersion }, ...data });

  it('are opened by their old field names, then upcast step by step', async () => {
    const eventId = randomUUID();
    const [sealed = ''] = await sealer.seal([{ subject: 7, eventId, field: 'name', plaintext: 'Ada' }]);
    await log.append('a', 'any', [
      old(1, { eventId, data: { id: 7, name: { sealed, subject: 7 }, views: 3 } }),
      old(2, { data: { memberId: 8, fullName: 'Bob', views: 0 } }),
    ]);
    expect((await store.readAll(0n)).events.map((event) => event.data)).toEqual([
      { memberId: 7, fullName: 'Ada', bio: null, views: 3 },
      { memberId: 8, fullName: 'Bob', bio: null, views: 0 },
    ]);
  });

  it('are unreadable if their upcaster throws, without its message', async () => {
    const broken: EventTypeDefinition = {
      version: 2,
      schema: z.object({}),
      upcasters: {
        1: ({ secret }) => {
          throw new Error(String(secret));
        },
      },
    };
    const brokenStore = createEventStore(log, { Broken: broken }, sealer);
    await log.append('a', 'any', [
      anEvent({ type: 'Broken', data: { secret: 'xyz' }, metadata: { ...metadata, schemaVersion: 1 } }),
    ]);
    const error = await failure(brokenStore.readAll(0n));
    expect(error).toEqual(new UnreadableEventError(1n, 'Broken', 'its upcaster from version 1 failed'));
    expect(error).not.toHaveProperty('cause');
  });
});

describe('an inconsistent registry is refused at once', () => {
  const named = z.object({ memberId: z.int(), email: z.email() });
  it.each<[string, EventTypeDefinition]>([
    ['has no upcaster from version 1', { version: 2, schema: z.object({}) }],
    [
      'must accept [erased]',
      { version: 1, schema: named, personal: { subject: 'memberId', fields: ['email'] } },
    ],
    [
      'must accept [erased]',
      { version: 1, schema: named, personal: { subject: 'memberId', fields: ['phone'] } },
    ],
  ])('%s', (message, definition) => {
    expect(() => createEventStore(log, { Mistaken: definition }, sealer)).toThrow(message);
  });
});
