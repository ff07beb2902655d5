import { describe, expect, it } from 'vitest';
import { grownBelow, heightAfter, type Places } from './places.ts';

/** Messages of 50 pixels each. */
const list = (...ids: string[]): Places => new Map(ids.map((id, i) => [id, (ids.length - i) * 50]));

describe("a reader's place", () => {
  const before = list('a', 'b', 'c', 'd');

  it('ignores changes above', () => {
    expect(grownBelow(before, list('z', 'a', 'b', 'c', 'd'), 150)).toBe(0);
    expect(grownBelow(before, list('c', 'd'), 100)).toBe(0);
  });

  it('counts what was added and removed below', () => {
    expect(grownBelow(before, list('b', 'c', 'd', 'e', 'f'), 150)).toBe(100);
    expect(grownBelow(before, list('y', 'z', 'a', 'b'), 200)).toBe(-100);
  });

  it('follows the message in view, not those above or below', () => {
    // b is in view; a, above it, has grown, and c has left.
    const now: Places = new Map([
      ['a', 180],
      ['b', 100],
      ['d', 50],
    ]);
    expect(grownBelow(before, now, 160)).toBe(-50);
  });

  it('follows another message when the one in view has left', () => {
    expect(grownBelow(before, list('c', 'd', 'e'), 150)).toBe(50);
    expect(grownBelow(before, list('a', 'e'), 100)).toBe(-100);
  });

  it('does not move when no message remains', () => {
    expect(grownBelow(before, list('x', 'y'), 100)).toBe(0);
    expect(grownBelow(new Map(), before, 100)).toBe(0);
  });

  it('has the height of everything after a message', () => {
    expect(heightAfter(before, 'a')).toBe(150);
    expect(heightAfter(before, 'd')).toBe(0);
    expect(heightAfter(before, 'x')).toBe(0);
  });
});
