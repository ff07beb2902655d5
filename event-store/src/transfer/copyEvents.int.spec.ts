import { scaled } from '@pmcw/testing';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { anEvent } from '../../test/events.ts';
import { postgresForSpecs } from '../../test/postgresDatabase.ts';
import {
  appendEvents,
  histories,
  logOf,
  troubled,
  walk,
  withoutPositions,
} from '../../test/transfer/logs.ts';
import { startWireServer } from '../../test/wire/server.ts';
import {
  createMemoryLog,
  type EngineName,
  type EventLog,
  LogUnavailableError,
  openEventStoreDbLog,
} from '../index.ts';
import { expectEqual } from './compare.ts';
import { copyEvents } from './copyEvents.ts';
import { LogsDifferError, TargetChangedError } from './errors.ts';
import { EventCursor } from './eventCursor.ts';
import { LogPages } from './pages.ts';

const postgres = postgresForSpecs();
const engines: EngineName[] = ['postgres', 'eventstoredb'];

async function copy(source: EventLog, target: EventLog, watched = walk()) {
  return copyEvents(await LogPages.ofAll(source), target, watched);
}

async function compare(source: EventLog, target: EventLog): Promise<number> {
  const [from, to] = [await LogPages.ofAll(source), await LogPages.ofAll(target)];
  return expectEqual(new EventCursor(from), new EventCursor(to), walk());
}

describe('a copy', () => {
  it('has the same ids, revisions, order and data on another engine', async () => {
    const target = await postgres.open();
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        await postgres.query('truncate event_store.events');
        const source = await logOf(history);
        const events = Number(await source.head());
        expect(await copy(source, target)).toEqual({ known: 0, appended: events });
        expect(await withoutPositions(target)).toEqual(await withoutPositions(source));
        expect(await compare(source, target)).toBe(events);
      }),
      { numRuns: scaled(10) },
    );
    await target.close();
  });

  it('continues where the target is, however often it is stopped or killed', async () => {
    const cuts = fc.array(fc.record({ at: fc.nat(12), how: fc.constantFrom('stop', 'kill') }), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(histories, cuts, fc.constantFrom(...engines), async (history, list, engine) => {
        const source = await logOf(history);
        const target = createMemoryLog();
        let known = 0;
        for (const { at, how } of list) {
          const killed = (nth: number) => {
            if (how === 'kill' && nth >= at) throw new Error('killed');
          };
          const before = Number(await target.head());
          const watched = walk(how === 'stop' ? before + at : undefined);
          await copy(source, troubled(target, { engine, before: killed }), watched).catch((error: unknown) =>
            expect(error).toEqual(new Error('killed')),
          );
          known = Number(await target.head());
        }
        const events = Number(await source.head());
        expect(await copy(source, troubled(target, { engine }))).toEqual({ known, appended: events - known });
        expect(await withoutPositions(target)).toEqual(await withoutPositions(source));
      }),
    );
  });

  it('retries while the target is unavailable or its answers get lost', async () => {
    const source = await logOf(
      Array.from({ length: 20 }, (_, n) => ({ stream: n % 3, events: 1 + (n % 2) })),
    );
    const target = createMemoryLog();
    const fail = (when: boolean) => {
      if (when) throw new LogUnavailableError('away');
    };
    const troubles = { before: (nth: number) => fail(nth === 3), after: (nth: number) => fail(nth === 12) };
    await copy(source, troubled(target, { engine: 'eventstoredb', ...troubles }));
    expect(await withoutPositions(target)).toEqual(await withoutPositions(source));
  });

  it('is complete and in order on EventStoreDB, even if its server sometimes fails', async () => {
    const server = await startWireServer();
    const source = await logOf(
      Array.from({ length: 120 }, (_, n) => ({ stream: n % 7, events: 1 + (n % 2) })),
    );
    const { connectionString } = server;
    const target = await openEventStoreDbLog({ connectionString, appendTimeoutMs: 1_000 });
    const cutting = troubled(target, {
      before: (nth) => {
        if (nth % 40 === 20) server.faults.cutConnections();
        if (nth % 40 === 30) server.faults.nextAppends('time-out', 'swallow');
      },
    });
    await copy(source, cutting);
    expect(await withoutPositions(target)).toEqual(await withoutPositions(source));
    await target.close();
    await server.stop();
  });

  it('is complete and in order even if PostgreSQL connections break', async () => {
    const source = await logOf(Array.from({ length: 4_000 }, (_, n) => ({ stream: n % 7, events: 1 })));
    const breaking: Promise<number>[] = [];
    const onFlush = () => {
      if (breaking.length < 5) breaking.push(postgres.breakConnections('writer'));
    };
    const target = await postgres.openEmpty({ onFlush });
    await copy(source, target);
    expect((await Promise.all(breaking)).some((broken) => broken > 0)).toBe(true);
    expect(await compare(source, target)).toBe(4_000);
    await target.close();
  });

  it('fails if the target accepted an event without those before it', async () => {
    const source = await logOf(Array.from({ length: 20 }, (_, n) => ({ stream: n, events: 1 })));
    const troubles = {
      before: (nth: number) => {
        if (nth === 3) throw new LogUnavailableError('away');
      },
    };
    const copying = copy(source, troubled(createMemoryLog(), { engine: 'postgres', ...troubles }));
    await expect(copying).rejects.toThrow('empty it and start again');
  });

  it('appends the rest when repeated after the log has grown', async () => {
    const [source, target] = [await logOf([{ stream: 1, events: 3 }]), createMemoryLog()];
    await copy(source, target);
    await appendEvents(source, 'thing-1');
    await appendEvents(source, 'thing-2');
    expect(await copy(source, target)).toEqual({ known: 3, appended: 2 });
    expect(await compare(source, target)).toBe(5);
  });

  it('leaves out later appends to the source', async () => {
    const [source, target] = [await logOf([{ stream: 1, events: 3 }]), createMemoryLog()];
    const busy = troubled(target, { before: () => appendEvents(source, 'thing-7') });
    expect(await copy(source, busy)).toEqual({ known: 0, appended: 3 });
    await expect(compare(source, target)).rejects.toMatchObject({ what: 'missing in the target', equal: 3 });
  });

  it('sends one append at a time to an engine that does not guarantee their order', async () => {
    const source = await logOf(Array.from({ length: 30 }, (_, n) => ({ stream: n % 5, events: 1 })));
    let underWay = 0;
    let most = 0;
    const target = troubled(createMemoryLog(), {
      engine: 'eventstoredb',
      before: async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise(setImmediate);
      },
      after: () => {
        underWay -= 1;
      },
    });
    await copy(source, target);
    expect(most).toBe(1);
    expect(await withoutPositions(target)).toEqual(await withoutPositions(source));
  });

  it('writes to PostgreSQL in one transaction what it sends together', async () => {
    const source = await logOf(Array.from({ length: 1_000 }, (_, n) => ({ stream: n % 5, events: 1 })));
    const onFlush = vi.fn();
    const target = await postgres.openEmpty({ onFlush });
    await copy(source, target);
    expect(onFlush.mock.calls.map(([flush]) => flush.appends)).toEqual([400, 400, 200]);
    await target.close();
  });

  it('appends events of one stream together, up to a limit', async () => {
    const source = await logOf([{ stream: 1, events: 450 }]);
    await source.append('thing-2', 'any', [anEvent({ data: { text: 'x'.repeat(400_000) } })]);
    await source.append('thing-2', 'any', [anEvent({ data: { text: 'y' } })]);
    const sizes: number[] = [];
    const target = createMemoryLog();
    const append = vi.spyOn(target, 'append');
    await copy(source, target);
    for (const [, , events] of append.mock.calls) sizes.push(events.length);
    expect(sizes).toEqual([200, 200, 50, 1, 1]);
  });
});

describe('a target with other events', () => {
  it('is refused with the first difference, and unchanged', async () => {
    const source = await logOf([
      { stream: 1, events: 2 },
      { stream: 2, events: 2 },
    ]);
    const target = await logOf([{ stream: 1, events: 1 }]);
    await expect(copy(source, target)).rejects.toMatchObject({
      what: 'event id',
      equal: 0,
      source: { stream: 'thing-1', revision: 0, position: 1n },
      target: { stream: 'thing-1', revision: 0, position: 1n },
    });
    expect(await target.head()).toBe(1n);
  });

  it('is refused if it has all events of the source, and more', async () => {
    const [source, target] = [await logOf([{ stream: 1, events: 2 }]), createMemoryLog()];
    await copy(source, target);
    await appendEvents(target, 'foreign');
    await expect(copy(source, target)).rejects.toMatchObject({ what: 'missing in the source', equal: 2 });
    await expect(copy(source, target)).rejects.toThrow(LogsDifferError);
  });

  it.each([
    ['type', { type: 'Other' }],
    ['data', { data: { text: 'secret' } }],
    ['metadata', { metadata: { by: 'secret' } }],
  ] as const)('is refused for its %s, which is not shown', async (what, over) => {
    const event = anEvent();
    const [source, target] = [createMemoryLog(), createMemoryLog()];
    await source.append('a', 'any', [event]);
    await target.append('a', 'any', [{ ...event, ...over }]);
    const refusal = await copy(source, target).catch(String);
    expect(refusal).toContain(`event 1 (${what})`);
    expect(refusal).not.toContain('secret');
  });

  it('is refused if events are in another order or stream', async () => {
    const [one, other] = [anEvent(), anEvent()];
    const [source, swapped, moved] = [createMemoryLog(), createMemoryLog(), createMemoryLog()];
    await source.append('a', 'any', [one]);
    await source.append('b', 'any', [other]);
    await swapped.append('b', 'any', [other]);
    await swapped.append('a', 'any', [one]);
    await moved.append('b', 'any', [one, other]);
    await expect(copy(source, swapped)).rejects.toMatchObject({ what: 'stream', equal: 0 });
    await expect(copy(source, moved)).rejects.toMatchObject({ what: 'stream', equal: 0 });
  });

  it.each(engines)('is noticed if another process writes to it during the copy (%s)', async (engine) => {
    const source = await logOf(Array.from({ length: 20 }, (_, n) => ({ stream: n % 3, events: 1 })));
    const target = createMemoryLog();
    const shared = troubled(target, {
      engine,
      before: (nth) => (nth === 7 ? appendEvents(target, 'thing-2') : undefined),
    });
    await expect(copy(source, shared)).rejects.toThrow(TargetChangedError);
  });
});
