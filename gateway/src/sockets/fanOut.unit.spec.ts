import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asChange, erased, sent } from '../../test/events.ts';
import { FanOut } from './fanOut.ts';

/** Of the event loop. */
let utilization = 0;

beforeEach(() => {
  utilization = 1;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
    ...{ idle: 0, active: 0, utilization },
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Each member has a socket. */
function fanOutTo(online: readonly number[] = [1, 2, 3]) {
  const pushed: (readonly [to: number, positions: readonly bigint[], upTo: bigint])[] = [];
  const observe = vi.fn();
  const fanOut = new FanOut({
    hub: {
      countOf: (userId) => (online.includes(userId) ? 1 : 0),
      members: () => online.values(),
      pushTo(userId, changes, upTo) {
        pushed.push([userId, changes.map(({ position }) => position), upTo]);
        return 1;
      },
    },
    limits: { broadcastSlice: 4, broadcastRestPerSocketMs: 50, broadcastRestMs: 125, changesHeld: 4 },
    observe,
  });
  const write = (...events: readonly Parameters<typeof asChange>[0][]) => {
    const changes = events.map(asChange);
    fanOut.push(changes, changes.at(-1)?.position ?? 0n);
  };
  return { fanOut, pushed, write, observe };
}

const toAll = (position: bigint) => sent(position, 1, null);
const toOne = (position: bigint) => sent(position, 2, 1);

describe('the fan-out of changes', () => {
  it('pushes a change for everyone at once, and those that come soon after it together', () => {
    const { pushed, write } = fanOutTo([1, 2]);
    write(toAll(1n));
    write(toAll(2n));
    write(toAll(4n));
    const first = [
      [1, [1n], 1n],
      [2, [1n], 1n],
    ];
    expect(pushed).toEqual(first);
    vi.advanceTimersByTime(99);
    expect(pushed).toEqual(first);
    vi.advanceTimersByTime(1);
    expect(pushed.slice(2)).toEqual([
      [1, [2n, 4n], 4n],
      [2, [2n, 4n], 4n],
    ]);
    write(toAll(5n));
    expect(pushed).toHaveLength(4);
    vi.advanceTimersByTime(100);
    expect(pushed.slice(5)).toEqual([[2, [5n], 5n]]);
    vi.advanceTimersByTime(100);
    write(toAll(6n));
    expect(pushed.slice(7)).toEqual([[2, [6n], 6n]]);
  });

  it('rests shortly while there is little else to do', () => {
    const { pushed, write } = fanOutTo([1, 2]);
    utilization = 0.4;
    write(toAll(1n));
    write(toAll(2n));
    vi.advanceTimersByTime(24);
    expect(pushed).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(pushed).toHaveLength(4);
  });

  it('rests for a limited time, however many sockets there are', () => {
    const { pushed, write } = fanOutTo([1, 2, 3]);
    write(toAll(1n));
    write(toAll(2n));
    vi.advanceTimersByTime(125);
    expect(pushed).toHaveLength(6);
  });

  it('pushes to some sockets in each turn, with a change for a member in between', () => {
    const { pushed, write } = fanOutTo([1, 2, 3, 4, 5, 6]);
    write(toAll(1n));
    expect(pushed.map(([userId]) => userId)).toEqual([1, 2, 3, 4]);
    write(sent(2n, 6, 1), toAll(3n));
    expect(pushed.slice(4)).toEqual([
      [6, [1n, 2n, 3n], 3n],
      [1, [1n, 2n, 3n], 3n],
    ]);
    vi.advanceTimersByTime(1);
    expect(pushed.slice(6)).toEqual([
      [5, [1n], 1n],
      [6, [1n], 1n],
    ]);
    vi.advanceTimersByTime(125);
    expect(pushed.slice(8)).toEqual([1, 2, 3, 4, 5, 6].map((userId) => [userId, [3n], 3n]));
  });

  it('never lets a change for a member wait, and sends what waits before it', () => {
    const { pushed, write } = fanOutTo();
    write(toAll(1n));
    write(toAll(2n));
    write(toOne(3n), toAll(4n), toOne(5n));
    const own = [2n, 3n, 4n, 5n];
    expect(pushed.slice(3)).toEqual([
      [2, own, 5n],
      [1, own, 5n],
    ]);
    vi.advanceTimersByTime(125);
    expect(pushed.slice(5)).toEqual([1, 2, 3].map((userId) => [userId, [2n, 4n], 5n]));
  });

  it('makes no list for members without a socket', () => {
    const { pushed, write, observe } = fanOutTo([2]);
    write(toOne(1n));
    expect(pushed).toEqual([[2, [1n], 1n]]);
    expect(observe).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'pushed', sockets: 1 }));
  });

  it('ends a rest when it would hold back too much', () => {
    const { pushed, write } = fanOutTo([3]);
    write(toAll(1n));
    write(toAll(2n), toOne(3n), toOne(4n));
    expect(pushed).toHaveLength(1);
    write(toOne(5n), toOne(6n));
    expect(pushed.slice(1)).toEqual([[3, [2n], 6n]]);
  });

  it('pushes nothing that waits from a member who is erased', () => {
    const { pushed, write } = fanOutTo([3]);
    write(toAll(1n));
    write(toAll(2n), sent(3n, 2, null));
    write(erased(4n, 1));
    vi.advanceTimersByTime(125);
    expect(pushed.slice(1)).toEqual([[3, [3n, 4n], 4n]]);
  });

  it('forgets what waits', () => {
    const { fanOut, pushed, write } = fanOutTo([3, 4, 5, 6, 7]);
    write(toAll(1n));
    fanOut.clear();
    vi.advanceTimersByTime(125);
    expect(pushed.map(([userId]) => userId)).toEqual([3, 4, 5, 6]);
    write(toAll(2n));
    expect(pushed.slice(4, 5)).toEqual([[3, [2n], 2n]]);
  });
});
