import {
  type AllStreamSubscription,
  END,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  type Position,
  START,
  type SubscribeToAllOptions,
  streamNameFilter,
} from '@eventstore/db-client';
import { eventually } from '@pmcw/testing/eventually';
import { describe, expect, it } from 'vitest';
import { appendedAt, describeTargets, happened, happenings, newStream } from './targets.ts';

type Received = number | string | { readonly checkpoint: Position };

/** Subscribes and records all messages in order: events by their `n`. */
describeTargets('Subscriptions to the whole log', (target) => {
  const watch = (options: SubscribeToAllOptions & { filter?: Filter } = {}) => {
    const received: Received[] = [];
    const filter = options.filter && {
      ...options.filter,
      checkpointReached: async (_: AllStreamSubscription, checkpoint: Position) => {
        received.push({ checkpoint });
      },
    };
    const subscription = target().client.subscribeToAll(
      filter === undefined ? options : { ...options, filter },
    );
    subscription
      .on('confirmation', () => received.push('confirmation'))
      .on('caughtUp', () => received.push('caughtUp'))
      .on('error', (error: Error) => received.push(error.message))
      .on('data', ({ event }) =>
        received.push(event?.isJson ? Number(Object.values(event.data)[0]) : 'binary'),
      );
    const events = () => received.filter((item) => typeof item === 'number');
    const checkpoints = () => received.flatMap((item) => (typeof item === 'object' ? [item.checkpoint] : []));
    const until = (item: Received) => eventually(() => expect(received).toContainEqual(item));
    return { received, events, checkpoints, until, stop: () => subscription.unsubscribe() };
  };
  /** A new stream of ten events, with its first and last position. */
  const tenEvents = async () => {
    const stream = newStream();
    const before = appendedAt(await target().client.appendToStream(newStream(), happened(-1)));
    const last = appendedAt(await target().client.appendToStream(stream, happenings(10)));
    return { stream, before, last, only: streamNameFilter({ prefixes: [stream] }) };
  };
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);

  it('confirm, catch up, report that and continue live', async () => {
    const { stream, before, only } = await tenEvents();
    const watched = watch({ fromPosition: before, filter: only });
    await watched.until('caughtUp');
    await target().client.appendToStream(stream, happened(10));
    await watched.until(10);
    await watched.stop();
    const withoutCheckpoints = watched.received.filter((item) => typeof item !== 'object');
    expect(withoutCheckpoints).toEqual(['confirmation', ...numbers(0, 9), 'caughtUp', 10]);
  });

  it('without a filter see all events, including system events', async () => {
    const subscription = target().client.subscribeToAll({ fromPosition: START });
    const types = new Set<string>();
    subscription.on('data', ({ event }) => types.add(event?.type ?? ''));
    await tenEvents();
    await eventually(() => expect([...types]).toEqual(expect.arrayContaining(['$metadata', 'Happened'])));
    await subscription.unsubscribe();
  });

  it('can filter system events', async () => {
    const { before, last } = await tenEvents();
    target().server?.appendSystemEvents(3);
    const watched = watch({ fromPosition: before, filter: excludeSystemEvents() });
    await watched.until('caughtUp');
    await target().client.appendToStream(newStream(), happened(99));
    await watched.until(99);
    await watched.stop();
    expect(watched.events().slice(0, 10)).toEqual(numbers(0, 9));
    expect(last.commit).toBeGreaterThan(before.commit);
  });

  it('from the end see only new events', async () => {
    const { stream, only } = await tenEvents();
    const watched = watch({ fromPosition: END, filter: only });
    await watched.until('caughtUp');
    await target().client.appendToStream(stream, happened(10));
    await watched.until(10);
    await watched.stop();
    expect(watched.events()).toEqual([10]);
  });

  it('from an event on see what comes after it', async () => {
    const { stream, last, only } = await tenEvents();
    await target().client.appendToStream(stream, happenings(2));
    const watched = watch({ fromPosition: last, filter: only });
    await watched.until('caughtUp');
    await watched.stop();
    expect(watched.events()).toEqual([0, 1]);
  });

  describe.each([
    [
      'a prefix of the stream',
      (stream: string) => streamNameFilter({ prefixes: ['other', stream.slice(0, -1)] }),
    ],
    ['a regex on the stream', (stream: string) => streamNameFilter({ regex: `^(${stream}|other)$` })],
    [
      'a prefix of the type',
      (_: string, type: string) => eventTypeFilter({ prefixes: ['Other', type.slice(0, -1)] }),
    ],
    ['a regex on the type', (_: string, type: string) => eventTypeFilter({ regex: `^(${type}|Other)$` })],
  ])('with %s', (_, filterOf) => {
    it('see only those events', async () => {
      const { client } = target();
      const [stream, type] = [newStream(), `Type${newStream().replaceAll('-', '')}`];
      const before = appendedAt(await client.appendToStream(newStream(), happened()));
      await client.appendToStream(stream, happenings(3, type));
      await client.appendToStream(newStream(), happenings(3));
      const watched = watch({ fromPosition: before, filter: filterOf(stream, type) });
      await watched.until('caughtUp');
      await client.appendToStream(newStream(), happened(4));
      await client.appendToStream(stream, happened(5, { type }));
      await watched.until(5);
      await watched.stop();
      expect(watched.events()).toEqual([0, 1, 2, 5]);
    });
  });

  it('with an empty filter see nothing', async () => {
    const { before } = await tenEvents();
    const watched = watch({ fromPosition: before, filter: eventTypeFilter({ prefixes: [] }) });
    await watched.until('caughtUp');
    await watched.stop();
    expect(watched.events()).toEqual([]);
  });

  it('fail with an invalid regex', async () => {
    const watched = watch({ filter: eventTypeFilter({ regex: '(' }) });
    await eventually(() => expect(watched.received).toEqual(['2 UNKNOWN: Exception was thrown by handler.']));
  });

  describe('report their position', () => {
    it('even if nothing matches, catching up and live', async () => {
      const { client } = target();
      const { before } = await tenEvents();
      const last = appendedAt(await client.appendToStream(newStream(), happenings(50)));
      const nothing = streamNameFilter({ prefixes: ['nothing'], maxSearchWindow: 10 });
      const watched = watch({ fromPosition: before, filter: nothing });
      await watched.until('caughtUp');
      expect(watched.checkpoints().length).toBeGreaterThanOrEqual(5);
      for (const { commit } of watched.checkpoints()) expect(commit).toBeLessThanOrEqual(last.commit + 1000n);
      const newer = appendedAt(await client.appendToStream(newStream(), happenings(20)));
      await eventually(() => expect(watched.checkpoints().at(-1)?.commit).toBeGreaterThan(last.commit));
      expect(watched.checkpoints().at(-1)?.commit).toBeLessThanOrEqual(newer.commit);
      await watched.stop();
      const commits = watched.checkpoints().map(({ commit }) => commit);
      expect(commits).toEqual([...commits].sort((a, b) => (a < b ? -1 : 1)));
    });

    it('so that from each checkpoint on nothing is missed or repeated', async () => {
      const { client } = target();
      const { stream, before } = await tenEvents();
      for (let n = 10; n < 40; n += 1)
        await client.appendToStream(n % 7 === 0 ? stream : newStream(), happened(n));
      const filter = streamNameFilter({ prefixes: [stream], maxSearchWindow: 3 });
      const watched = watch({ fromPosition: before, filter });
      await watched.until('caughtUp');
      await watched.stop();
      const all = watched.events();
      expect(all).toEqual([...numbers(0, 9), 14, 21, 28, 35]);
      for (const [index, item] of watched.received.entries()) {
        if (typeof item !== 'object') continue;
        const seen = watched.received.slice(0, index).filter((before) => typeof before === 'number');
        const rest = watch({
          fromPosition: { commit: item.checkpoint.commit, prepare: item.checkpoint.commit },
          filter,
        });
        await rest.until('caughtUp');
        await rest.stop();
        expect([...seen, ...rest.events()]).toEqual(all);
      }
    });

    it('as often as the multiplier says', async () => {
      const { client } = target();
      const { before } = await tenEvents();
      await client.appendToStream(newStream(), happenings(100));
      const count = async (checkpointInterval: number) => {
        const filter = streamNameFilter({ prefixes: ['nothing'], maxSearchWindow: 5, checkpointInterval });
        const watched = watch({ fromPosition: before, filter });
        await watched.until('caughtUp');
        await watched.stop();
        return watched.checkpoints().length;
      };
      const [often, seldom] = [await count(1), await count(4)];
      expect(often).toBeGreaterThanOrEqual(22);
      expect(seldom).toBeLessThanOrEqual(often / 4 + 1);
      expect(seldom).toBeGreaterThanOrEqual(often / 4 - 1);
    });
  });

  it('fail from a place where no event starts', async () => {
    const { before } = await tenEvents();
    const within = { commit: before.commit + 1n, prepare: before.commit + 1n };
    const watched = watch({ fromPosition: within });
    const failure =
      /^(2 UNKNOWN: Exception was thrown by handler|3 INVALID_ARGUMENT: Trying to read from an invalid position)\.$/;
    await eventually(() => expect(watched.received.at(-1)).toMatch(failure));
  });
});
