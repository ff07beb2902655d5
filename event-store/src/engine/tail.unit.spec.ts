import { eventually } from '@pmcw/testing/eventually';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Batch,
  type BatchHandler,
  type ReadFilter,
  type StoredEvent,
  UnreadableEventError,
} from '../index.ts';
import type { EventFeed } from './eventFeed.ts';
import { passes } from './filter.ts';
import { Head } from './head.ts';
import { Tail, type TailedLog } from './tail.ts';
import { Window } from './window.ts';

const limits = { events: 10, bytes: 1_000_000 };

/** A log with gaps between positions, which counts its feeds, their reads and their waiters. */
class GappyLog implements TailedLog {
  readonly events: StoredEvent[] = [];
  readonly errors: unknown[] = [];
  readonly head = new Head();
  readonly openFeeds = new Set<EventFeed>();
  reads = 0;
  waiting = 0;
  failures = 0;
  unreadable = new Set<bigint>();

  add(count: number, type = 'Tested', text = 'hello'): void {
    for (let n = 0; n < count; n += 1) {
      const position = BigInt(100 * (this.events.length + 1));
      const [eventId, data] = [`${position}`, { text }];
      this.events.push({ position, stream: 's', revision: 0, eventId, type, data, metadata: {} });
    }
    this.head.advance(this.last);
  }

  get last(): bigint {
    return this.events.at(-1)?.position ?? 0n;
  }

  feed(filter: ReadFilter, pageSize: number): EventFeed {
    const feed: EventFeed = {
      read: async (after) => {
        this.reads += 1;
        const page = this.#page(after, filter, pageSize);
        await new Promise((resolve) => setImmediate(resolve));
        if (this.failures > 0) {
          this.failures -= 1;
          throw new Error('broken');
        }
        return page;
      },
      beyond: async (position, signal) => {
        this.waiting += 1;
        await this.head.beyond(position, signal);
        this.waiting -= 1;
      },
      close: () => this.openFeeds.delete(feed),
    };
    this.openFeeds.add(feed);
    return feed;
  }

  onReadError(error: unknown): void {
    this.errors.push(error);
  }

  onHandlerError(): void {}

  #page(after: bigint, filter: ReadFilter, limit: number): Batch<StoredEvent> {
    const events: StoredEvent[] = [];
    let position = after;
    for (const event of this.events.filter((one) => one.position > after)) {
      if (events.length === limit) break;
      if (passes(event, filter)) {
        if (this.unreadable.has(event.position)) {
          if (position > after) break;
          throw new UnreadableEventError(event.position, event.type, 'not JSON');
        }
        events.push(event);
      }
      position = event.position;
    }
    return { events, position, live: position >= this.last };
  }
}

let log: GappyLog;
let tail: Tail;
beforeEach(() => {
  log = new GappyLog();
  tail = new Tail(log, limits);
});

function follow(filter?: ReadFilter, handle: BatchHandler<StoredEvent> = async () => undefined, after = 0n) {
  const seen: StoredEvent[] = [];
  const follower = { seen, position: after };
  const subscription = tail.subscribe(
    after,
    async (batch) => {
      await handle(batch);
      seen.push(...batch.events);
      follower.position = batch.position;
    },
    { batchSize: 3, ...(filter && { filter }) },
  );
  return { follower, seen, subscription };
}

/** A handler that waits in its first batch. */
function gated() {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { handle: vi.fn<BatchHandler<StoredEvent>>(() => gate), open: () => open() };
}

describe('the followers of a log', () => {
  it('get what gathers after a large page a while later, if they want to', async () => {
    tail = new Tail(log, { ...limits, gathering: { events: 3, ms: 50 } });
    const { seen } = follow();
    const reached = () => expect(seen.at(-1)?.position).toBe(log.last);
    log.add(1);
    await eventually(reached);
    log.add(3);
    await eventually(reached);
    log.add(1);
    await eventually(reached);
    expect(seen).toEqual(log.events);
  });

  it('are not read for while events gather, and can stop', async () => {
    tail = new Tail(log, { ...limits, gathering: { events: 3, ms: 3_600_000 } });
    const { seen, subscription } = follow();
    log.add(1);
    await eventually(() => expect(seen).toHaveLength(1));
    log.add(3);
    await eventually(() => expect(seen).toHaveLength(4));
    const { reads } = log;
    log.add(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(log.reads).toBe(reads);
    await subscription.stop();
    expect(log.openFeeds.size).toBe(0);
  });

  it('share each read, each with its own filter', async () => {
    log.add(2);
    const filters = [undefined, { types: ['A'] }, { types: ['B'] }, { streamPrefixes: ['s'] }];
    const all = filters.map((filter) => follow(filter));
    const reached = () =>
      expect(all.map(({ follower }) => follower.position)).toEqual(all.map(() => log.last));
    await eventually(reached);
    log.add(1, 'A');
    await eventually(reached);
    for (let n = 0; n < 10; n += 1) {
      const before = log.reads;
      log.add(1, n % 2 === 0 ? 'A' : 'B');
      await eventually(reached);
      expect(log.reads - before).toBe(1);
    }
    expect(log.openFeeds.size).toBe(1);
    expect(all.map(({ seen }) => seen.length)).toEqual([13, 6, 5, 13]);
    const last = all[0]?.seen.at(-1);
    expect(all[3]?.seen.at(-1)).toBe(last);
    expect(Object.isFrozen(last) && Object.isFrozen(last?.data)).toBe(true);
  });

  it('get what the process itself wrote without a read, if it follows directly', async () => {
    log.add(1);
    const { seen, follower } = follow();
    await eventually(() => expect(log.waiting).toBe(1));
    const write = (after: bigint) => {
      log.add(1);
      tail.append(after, () => log.events.slice(-1));
    };
    // The first one opens the window.
    log.add(1);
    await eventually(() => expect(follower.position).toBe(log.last));
    await eventually(() => expect(log.waiting).toBe(1));
    const before = log.reads;
    for (let n = 0; n < 20; n += 1) {
      const after = log.last;
      write(after);
      await eventually(() => expect(follower.position).toBe(log.last));
    }
    expect(log.reads).toBe(before);
    // Another process wrote in between, and then this one during the read of that.
    log.add(1);
    write(log.last);
    write(log.last - 100n);
    await eventually(() => expect(follower.position).toBe(log.last));
    expect(log.reads).toBeGreaterThan(before);
    expect(seen).toEqual(log.events);
  });

  it('are not delayed by a slow one, which then reads what it missed', async () => {
    const slow = gated();
    const { seen } = follow();
    const late = follow(undefined, slow.handle);
    await eventually(() => expect(log.waiting).toBe(2));
    for (let n = 0; n < 50; n += 1) {
      log.add(1);
      await eventually(() => expect(seen).toHaveLength(n + 1));
    }
    expect(slow.handle).toHaveBeenCalledOnce();
    expect(late.seen).toHaveLength(0);
    slow.open();
    await eventually(() => expect(late.seen).toEqual(log.events));
  });

  it('are not delayed when one of them overtakes a window that no other needs', async () => {
    const slow = gated();
    const held = follow(undefined, slow.handle);
    await eventually(() => expect(log.waiting).toBe(1));
    log.add(1);
    await eventually(() => expect(slow.handle).toHaveBeenCalledOnce());
    log.add(5_000);
    const fast = follow(undefined, undefined, log.last - 100n);
    await eventually(() => expect(fast.seen).toHaveLength(1));
    log.add(1);
    await eventually(() => expect(fast.seen).toHaveLength(2));
    const before = log.reads;
    log.add(1);
    await eventually(() => expect(fast.seen).toHaveLength(3));
    expect(log.reads - before).toBe(1);
    slow.open();
    await eventually(() => expect(held.seen).toEqual(log.events));
  });

  it('fail one by one', async () => {
    const { subscription } = follow({ types: ['A'] }, async () => {
      throw new Error('poison');
    });
    const other = follow();
    await eventually(() => expect(log.waiting).toBe(2));
    log.add(1);
    await expect(subscription.done).rejects.toThrow('poison');
    log.add(1);
    await eventually(() => expect(other.seen).toHaveLength(2));
  });

  it('read again after a failed read', async () => {
    const all = [follow(), follow(), follow()];
    await eventually(() => expect(log.waiting).toBe(3));
    log.failures = 2;
    log.add(1);
    await eventually(() => expect(all.map(({ seen }) => seen.length)).toEqual([1, 1, 1]));
    expect(log.errors).toContainEqual(new Error('broken'));
  });

  it('pass an unreadable event that their filter excludes, and end at it otherwise', async () => {
    const [whole, part] = [follow(), follow({ types: ['A'] })];
    await eventually(() => expect(log.waiting).toBe(2));
    log.add(1, 'A');
    log.add(1, 'Foreign');
    log.unreadable.add(log.last);
    log.add(2, 'A');
    await expect(whole.subscription.done).rejects.toThrow('Foreign');
    await eventually(() => expect(part.seen).toHaveLength(3));
    expect(whole.seen).toHaveLength(1);
    log.add(1, 'A');
    await eventually(() => expect(part.seen).toHaveLength(4));
  });

  it('leave nothing behind, however many come and go', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const stays = follow();
    for (let n = 0; n < 1_000; n += 1) {
      const { subscription } = follow(undefined, undefined, n % 3 === 0 ? log.last : 0n);
      if (n % 100 === 0) {
        log.failures = 1;
        log.add(5);
      }
      for (let turns = n % 4; turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve));
      await subscription.stop();
    }
    await eventually(() => expect(stays.seen).toEqual(log.events));
    await eventually(() => expect(log.waiting).toBe(1));
    expect(log.openFeeds.size).toBe(1);
    await stays.subscription.stop();
    expect(log.openFeeds.size).toBe(0);
    expect(log.waiting).toBe(0);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('all end when it is closed, and none starts again', async () => {
    const all = [follow(), follow()];
    await tail.close();
    await Promise.all(all.map(({ subscription }) => subscription.done));
    expect(log.openFeeds.size).toBe(0);
    expect(() => follow()).toThrow('closed');
  });
});

describe('the window', () => {
  it.each([
    ['events', { events: 7, bytes: 1_000_000 }, 7],
    ['bytes', { events: 1_000, bytes: 10_000 }, 4],
  ])('holds the latest events within a limit of %s', async (_, small, most) => {
    const window = new Window(0n, log.feed({}, 5), small);
    for (let n = 0; n < 20; n += 1) {
      log.add(2, 'Tested', 'x'.repeat(1_000));
      await window.readBeyond(window.slice(window.from, {}, 100).position);
      const { events, position } = window.slice(window.from, {}, 100);
      expect(position).toBe(log.last);
      expect(events.length).toBe(Math.min(2 * (n + 1), most));
      expect(events).toEqual(log.events.slice(-events.length));
      expect(window.from).toBe(log.last - BigInt(100 * events.length));
    }
  });
});
