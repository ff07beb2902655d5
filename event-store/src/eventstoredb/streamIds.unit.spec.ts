import { expect, it } from 'vitest';
import { StreamIds } from './streamIds.ts';

function run(from: number, count: number, stream = 'a') {
  return Array.from({ length: count }, (_, n) => ({ eventId: `${stream}-${from + n}`, revision: from + n }));
}

it('returns known ids, and the first unknown revision', () => {
  const ids = new StreamIds();
  expect(ids.nextOf('a')).toBe(0);
  ids.learn('a', 0, run(0, 3));
  ids.learn('a', 2, run(2, 3));
  expect(ids.nextOf('a')).toBe(5);
  expect([0, 4, 5].map((n) => ids.revisionOf('a', `a-${n}`))).toEqual([0, 4, undefined]);
  expect(ids.revisionOf('b', 'a-0')).toBeUndefined();
});

it('learns nothing after a gap', () => {
  const ids = new StreamIds();
  ids.learn('a', 1, run(1, 2));
  expect(ids.nextOf('a')).toBe(0);
  ids.learn('a', 0, run(0, 2));
  ids.learn('a', 3, run(3, 2));
  expect(ids.nextOf('a')).toBe(2);
  expect(ids.revisionOf('a', 'a-3')).toBeUndefined();
});

it('evicts least recently used streams, and no more than necessary', () => {
  const ids = new StreamIds(10 * 136);
  for (const stream of ['a', 'b', 'c']) ids.learn(stream, 0, run(0, 3, stream));
  ids.learn('a', 3, run(3, 1, 'a'));
  expect(['a', 'b', 'c'].map((stream) => ids.nextOf(stream))).toEqual([4, 3, 3]);
  ids.learn('c', 3, run(3, 1, 'c'));
  expect(['a', 'b', 'c'].map((stream) => ids.nextOf(stream))).toEqual([4, 0, 4]);
  ids.forget('a');
  expect(ids.nextOf('a')).toBe(0);
  ids.learn('b', 0, run(0, 5, 'b'));
  expect(['b', 'c'].map((stream) => ids.nextOf(stream))).toEqual([5, 4]);
});

it('caches streams as long as one member can write in years, but none that would evict all others', () => {
  const ids = new StreamIds();
  ids.learn('a', 0, run(0, 200_000));
  expect(ids.nextOf('a')).toBe(200_000);
  ids.learn('b', 0, run(0, 250_000, 'b'));
  expect([ids.nextOf('a'), ids.nextOf('b')]).toEqual([200_000, 0]);
});
