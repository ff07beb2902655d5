import { expect, it } from 'vitest';
import { isSameOrigin, lostFrom } from './incarnation.ts';

const started = (id: string, position: bigint, engine = 'postgres') => ({
  ...{ id, position },
  origin: { engine },
});
const twice = [started('a', 1n), started('b', 92n), started('c', 105n)];

it('the log lacks events of an incarnation from where the next one started', () => {
  expect(lostFrom(twice, 'a')).toBe(92n);
  expect(lostFrom(twice, 'b')).toBe(105n);
  expect(lostFrom(twice, 'c')).toBeNull();
});

it('the log may lack all events after its first restore of an incarnation that it never had', () => {
  expect(lostFrom(twice, 'restored away')).toBe(92n);
  expect(lostFrom([started('a', 1n)], 'unknown')).toBeNull();
});

it('positions of a log that was moved to another engine say nothing about what it lacks', () => {
  expect(lostFrom([started('a', 1n, 'eventstoredb'), started('b', 92n)], 'a')).toBeNull();
});

it('origins differ in values that both know', () => {
  const known = { engine: 'postgres', system: '7', table: '16390' };
  expect(isSameOrigin(known, { engine: 'postgres', table: '16390' })).toBe(true);
  expect(isSameOrigin({ engine: 'postgres', table: '16390' }, known)).toBe(true);
  expect(isSameOrigin(known, { ...known, table: '16400' })).toBe(false);
});
