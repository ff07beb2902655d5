import { eventually } from '@pmcw/testing/eventually';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asChange, deleted, sent } from '../../test/events.ts';
import { silent } from '../../test/silent.ts';
import { History } from '../follower/history.ts';
import { RecentChanges } from '../follower/recentChanges.ts';
import { type Change, concerns } from '../frames/change.ts';
import { Delivery } from './delivery.ts';
import { FanOut } from './fanOut.ts';

const me = 1;
const restMs = 250;

/** A log, a gateway that follows it, and one socket of member 1 with a reader as slow as the spec wants. */
class World {
  readonly log: Change[] = [];
  readonly #capacity: number;
  readonly #slice: number;
  recent: RecentChanges;
  history: History;
  #fanOut: FanOut | null = null;
  /** Received at the socket: positions of changes, and answers. */
  received: (bigint | string)[] = [];
  waiting = 0;
  isCutOff = false;
  /** Whether the log fails to answer. */
  isAway = false;
  delivery: Delivery;

  constructor(capacity = 1_000, slice = 3) {
    this.#capacity = capacity;
    this.#slice = slice;
    ({ recent: this.recent, history: this.history } = this.startGateway());
    this.delivery = this.connect();
  }

  /** Starts another gateway process, at the head of the log. */
  startGateway() {
    const recent = new RecentChanges({ changes: this.#capacity, bytes: 1_000_000_000 });
    recent.startAt(this.head);
    const history = new History({
      recent,
      readPage: async (after) => {
        const changes = this.log.filter(({ position }) => position > after).slice(0, 3);
        return { changes, position: changes.at(-1)?.position ?? this.head };
      },
      logHead: () => (this.isAway ? Promise.reject(new Error('away')) : Promise.resolve(this.head)),
      readMs: 1_000,
      logger: silent.logger,
    });
    this.#fanOut?.clear();
    this.#fanOut = new FanOut({
      hub: {
        countOf: (userId) => (userId === me ? 1 : 0),
        members: () => [3, me].values(),
        pushTo: (userId, changes, upTo) => {
          if (userId === me) this.delivery.push(changes, upTo);
          return 1;
        },
      },
      limits: {
        broadcastSlice: this.#slice,
        broadcastRestPerSocketMs: restMs,
        broadcastRestMs: restMs,
        changesHeld: 15,
      },
      observe: () => undefined,
    });
    this.recent = recent;
    this.history = history;
    return { recent, history };
  }

  get head(): bigint {
    return BigInt(this.log.length);
  }

  connect(): Delivery {
    const received: (bigint | string)[] = [];
    this.received = received;
    this.waiting = 0;
    this.isCutOff = false;
    const send = (what: bigint | string) => {
      if (this.isCutOff || this.received !== received) return;
      this.waiting += 100;
      received.push(what);
    };
    const parts = { recent: this.recent, history: this.history, limits: { replayBacklogBytes: 500 } };
    const waiting = () => this.waiting;
    this.delivery = new Delivery(parts, me, {
      get waiting() {
        return waiting();
      },
      change: ({ position }) => send(position),
      answer: ({ type, position }) => send(`${type} ${position}`),
      together: (work) => work(),
      cutOff: () => {
        this.isCutOff = true;
      },
    });
    return this.delivery;
  }

  /** Writes messages to member 1, to others, or to everyone. */
  write(receivers: readonly (number | null)[]): void {
    for (const receiver of receivers) this.log.push(asChange(sent(this.head + 1n, 2, receiver)));
  }

  /** Lets the gateway process and push some changes. */
  follow(count: number): void {
    const batch = this.log.filter(({ position }) => position > this.recent.head).slice(0, count);
    const position = batch.at(-1)?.position;
    if (position === undefined) return;
    this.#fanOut?.push(this.recent.advance(batch, position), position);
  }

  drain(): void {
    this.waiting = 0;
    this.delivery.resumeReplay();
  }

  /** Positions that member 1 should get in `(after, upTo]`. */
  mine(after: bigint, upTo: bigint): bigint[] {
    return this.log
      .filter((change) => change.position > after && change.position <= upTo && concerns(change, me))
      .map(({ position }) => position);
  }

  get changes(): bigint[] {
    return this.received.filter((what) => typeof what === 'bigint');
  }
}

describe('delivery', () => {
  it('sends nothing before it starts and after it stops', () => {
    const world = new World();
    world.write([me]);
    world.follow(1);
    expect(world.received).toEqual([]);
    expect(world.delivery.start()).toBe(1n);
    world.write([me, 3, null]);
    world.follow(3);
    expect(world.received).toEqual([2n, 4n]);
    world.delivery.stop();
    world.write([me]);
    world.follow(1);
    expect(world.received).toEqual([2n, 4n]);
  });

  it('replays and goes live at once if the missed changes are remembered', () => {
    const world = new World();
    world.write([me, 3, me, null]);
    world.follow(4);
    world.delivery.start();
    void world.delivery.resume(1n);
    expect(world.received).toEqual([3n, 4n, 'resumed 4']);
    world.write([me]);
    world.follow(1);
    expect(world.changes).toEqual([3n, 4n, 5n]);
  });

  it('reads the log for changes from before the start of the gateway', async () => {
    const world = new World();
    world.write([me, me, me, me, me]);
    world.recent.startAt(5n);
    world.delivery.start();
    const resumed = world.delivery.resume(0n);
    world.write([me]);
    world.follow(1);
    await resumed;
    world.drain();
    expect(world.received).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 'resumed 6']);
  });

  it('pauses while too much waits for the reader', () => {
    const world = new World();
    world.write(Array.from({ length: 20 }, () => me));
    world.follow(20);
    world.delivery.start();
    void world.delivery.resume(0n);
    expect(world.received).toHaveLength(6);
    expect(world.delivery.isReplaying).toBe(true);
    world.write([me]);
    world.follow(1);
    expect(world.received).toHaveLength(6);
    for (let drained = 0; drained < 3; drained += 1) world.drain();
    expect(world.changes).toEqual(world.mine(0n, 21n));
    expect(world.received.at(-1)).toBe('resumed 21');
  });

  it('does not repeat what was pushed between authentication and resume', () => {
    const world = new World();
    world.write([me, me]);
    world.follow(2);
    world.delivery.start();
    world.write([me]);
    world.follow(1);
    void world.delivery.resume(0n);
    expect(world.received).toEqual([3n, 1n, 2n, 'resumed 3']);
    void world.delivery.resume(0n);
    expect(world.received.slice(4)).toEqual(['resumed 3']);
  });

  it('makes a reader that missed too much resync, and stays live', async () => {
    const world = new World(5);
    world.write(Array.from({ length: 9 }, () => me));
    world.follow(9);
    world.delivery.start();
    const resumed = world.delivery.resume(1n);
    world.write([me]);
    world.follow(1);
    await resumed;
    expect(world.received).toEqual(['resync 10', 10n]);
    await world.delivery.resume(9n);
    expect(world.received.slice(2)).toEqual(['resumed 10']);
  });

  it('waits until the gateway catches up with the reader, without repeating what the reader has', async () => {
    const world = new World();
    world.write([me, me, me]);
    world.follow(1);
    expect(world.delivery.start()).toBe(1n);
    await world.delivery.resume(2n);
    expect(world.received).toEqual(['resumed 2']);
    world.follow(2);
    expect(world.changes).toEqual([3n]);
  });

  it('makes a reader that claims an impossible position resync', async () => {
    const world = new World();
    world.write([me]);
    world.follow(1);
    world.delivery.start();
    await world.delivery.resume(99n);
    expect(world.received).toEqual(['resync 1']);
    world.write([me]);
    world.follow(1);
    expect(world.changes).toEqual([2n]);
  });

  it('takes no reader for one of an older log who is ahead of what waits for everyone', async () => {
    const world = new World(5);
    world.delivery.start();
    for (const receivers of [[null], [null], [3, 3, 3, 3, 3, 3, 3, 3]]) {
      world.write(receivers);
      world.follow(receivers.length);
    }
    await world.delivery.resume(3n);
    expect(world.received).toEqual([1n, 'resync 10']);
  });

  it('signals by a smaller position, and only so, that the reader comes from an older log', async () => {
    const world = new World();
    world.write([me]);
    world.follow(1);
    world.delivery.start();
    // Even if the log grows up to the claimed position during the check, the claim was false.
    const resumed = world.delivery.resume(2n);
    world.write([me]);
    world.follow(1);
    await resumed;
    expect(world.received).toEqual(['resync 1', 2n]);
    world.isAway = true;
    await world.delivery.resume(99n);
    expect(world.received.slice(2)).toEqual(['resync 99']);
  });

  it('cuts off a reader that is so slow that its next change is forgotten', () => {
    const world = new World(10);
    world.write(Array.from({ length: 10 }, () => me));
    world.follow(10);
    world.delivery.start();
    void world.delivery.resume(0n);
    world.write(Array.from({ length: 10 }, () => me));
    world.follow(10);
    world.drain();
    expect(world.isCutOff).toBe(true);
    expect(world.changes).toEqual(world.mine(0n, 6n));
  });

  it('queues a resume that comes during a replay', async () => {
    const world = new World();
    world.write(Array.from({ length: 10 }, () => me));
    world.follow(10);
    world.startGateway();
    world.connect().start();
    const first = world.delivery.resume(4n);
    await world.delivery.resume(0n);
    await world.delivery.resume(2n);
    await first;
    await eventually(() => {
      world.drain();
      expect(world.received).toEqual([5n, 6n, 7n, 8n, 9n, 10n, 'resumed 10', 3n, 4n, 'resumed 10']);
    });
  });

  it('does not send a message that was deleted while the reader was offline', () => {
    const world = new World();
    const message = sent(1n, 2, me);
    world.log.push(asChange(message), asChange(deleted(2n, message)));
    world.follow(2);
    world.delivery.start();
    void world.delivery.resume(0n);
    expect(world.received).toEqual([2n, 'resumed 2']);
  });
});

/** Member 1's device: keeps what arrives, reconnects when cut off, and reads over HTTP when asked to resync. */
class Device {
  readonly #world: World;
  readonly #has: bigint[] = [];
  #connectedAfter = 0n;

  constructor(world: World) {
    this.#world = world;
    this.reconnect();
  }

  /** All that it has, in order of arrival. */
  get has(): bigint[] {
    return [...this.#has, ...this.#fromSocket()];
  }

  reconnect(): void {
    this.#has.push(...this.#fromSocket());
    this.#connectedAfter = this.#has.at(-1) ?? this.#connectedAfter;
    this.#world.connect().start();
    void this.#world.delivery.resume(this.#connectedAfter);
  }

  /** Though nothing is missing, maybe. */
  resume(): void {
    void this.#world.delivery.resume(this.has.at(-1) ?? this.#connectedAfter);
  }

  /** Does what the received frames ask for. */
  react(): void {
    if (this.#resyncAt() >= 0) {
      this.#has.push(...this.#fromSocket());
      this.#has.push(...this.#world.mine(this.#has.at(-1) ?? 0n, this.#world.head));
      this.#world.received = [];
      this.#connectedAfter = this.#world.head;
      this.reconnect();
    } else if (this.#world.isCutOff) {
      this.reconnect();
    }
  }

  #resyncAt(): number {
    return this.#world.received.findIndex((what) => String(what).startsWith('resync'));
  }

  /** Positions from the socket, without a gap or a repeat from its start, or the promise is broken. */
  #fromSocket(): bigint[] {
    const { received } = this.#world;
    const end = this.#resyncAt();
    const came = (end < 0 ? received : received.slice(0, end)).filter((what) => typeof what === 'bigint');
    expect(came).toEqual(this.#world.mine(this.#connectedAfter, came.at(-1) ?? this.#connectedAfter));
    return came;
  }
}

const receivers = fc.array(fc.constantFrom(me, 3, null), { minLength: 1, maxLength: 12, size: 'max' });
const doing = <T extends string>(name: T) => fc.record({ do: fc.constant(name) });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), receivers }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('follow' as const), count: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 2, arbitrary: doing('drain') },
  ...(['turn', 'rest', 'breathe', 'resume', 'reconnect', 'restart'] as const).map(doing),
);

describe('replay and join (decision gateway-replay-then-join)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('sends every change exactly once and in order, whatever the cut and the interleaving', async () => {
    const script = fc.array(step, { minLength: 10, maxLength: 80, size: 'max' });
    await fc.assert(
      fc.asyncProperty(script, fc.integer({ min: 7, max: 20 }), async (steps, capacity) => {
        const world = new World(capacity, 1);
        const device = new Device(world);
        for (const action of steps) {
          if (action.do === 'write') world.write(action.receivers);
          if (action.do === 'follow') world.follow(action.count);
          if (action.do === 'drain') world.drain();
          if (action.do === 'resume') device.resume();
          if (action.do === 'turn') vi.advanceTimersByTime(0);
          if (action.do === 'rest') vi.advanceTimersByTime(restMs);
          if (action.do === 'breathe') await Promise.resolve();
          if (action.do === 'restart') world.startGateway();
          if (action.do === 'restart' || action.do === 'reconnect') device.reconnect();
          device.react();
          void device.has;
        }
        // The writers pause: everything arrives, over the socket or, if that was too much, over HTTP.
        const everything = world.mine(0n, world.head);
        for (let turns = 0; turns < 1_000 && device.has.length < everything.length; turns += 1) {
          world.follow(5);
          world.drain();
          vi.advanceTimersByTime(restMs);
          device.react();
          await Promise.resolve();
        }
        expect(device.has).toEqual(everything);
      }),
      { numRuns: 400 },
    );
  }, 30_000);
});
