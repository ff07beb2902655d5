import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asChange, deleted, erased, restored, sent } from '../../test/events.ts';
import { RecentChanges } from './recentChanges.ts';

const roomy = { changes: 5_000, bytes: 1_000_000_000 };
const changeAt = (position: bigint) => asChange(sent(position, 1, 2));
const positionsAfter = (recent: RecentChanges, position: bigint) =>
  [...recent.after(position)].map((change) => change.position);

describe('recent changes', () => {
  it('start empty, at a position', () => {
    const recent = new RecentChanges(roomy);
    recent.startAt(7n);
    expect([recent.floor, recent.head, recent.size]).toEqual([7n, 7n, 0]);
    expect(positionsAfter(recent, 7n)).toEqual([]);
  });

  it('advance their head also for events that are not pushed', () => {
    const recent = new RecentChanges(roomy);
    recent.startAt(7n);
    recent.advance([], 9n);
    recent.advance([changeAt(10n)], 12n);
    expect([recent.floor, recent.head]).toEqual([7n, 12n]);
    expect(positionsAfter(recent, 9n)).toEqual([10n]);
    expect(positionsAfter(recent, 10n)).toEqual([]);
  });

  it('are dropped when there are too many bytes', () => {
    const size = changeAt(1n).bytes.byteLength;
    const recent = new RecentChanges({ changes: 100, bytes: 2 * size });
    recent.startAt(0n);
    recent.advance([changeAt(1n), changeAt(2n), changeAt(3n)], 3n);
    expect([recent.floor, recent.size, recent.room]).toEqual([1n, 2, 0]);
  });

  it('accept older changes only if they are adjacent', () => {
    const recent = new RecentChanges(roomy);
    recent.startAt(10n);
    recent.advance([changeAt(11n)], 11n);
    expect(recent.extendBack([changeAt(4n)], 3n, 9n)).toBe(false);
    expect(recent.extendBack([changeAt(4n), changeAt(10n)], 3n, 10n)).toBe(true);
    expect(recent.floor).toBe(3n);
    expect(positionsAfter(recent, 3n)).toEqual([4n, 10n, 11n]);
  });

  it('accept older changes only if there is room', () => {
    const recent = new RecentChanges({ changes: 2, bytes: 1_000_000 });
    recent.startAt(10n);
    recent.advance([changeAt(11n)], 11n);
    expect(recent.extendBack([changeAt(4n), changeAt(5n)], 3n, 10n)).toBe(false);
    expect(recent.floor).toBe(10n);
  });

  it('never return what was deleted since, whichever way it was added', () => {
    const recent = new RecentChanges(roomy);
    const [old, young] = [sent(1n, 1, 2), sent(3n, 1, 2)];
    recent.startAt(2n);
    recent.advance([asChange(young), asChange(deleted(4n, young)), asChange(deleted(5n, old))], 5n);
    recent.extendBack([asChange(old)], 0n, 2n);
    expect(positionsAfter(recent, 0n)).toEqual([4n, 5n]);
  });

  it('return what was restored, unless it was deleted again, whichever way it was added', () => {
    const message = sent(1n, 1, 2);
    const all = [deleted(2n, message), restored(3n, message), deleted(4n, message), restored(5n, message)];
    const read = all.slice(2).map(asChange);
    const recent = new RecentChanges(roomy);
    recent.startAt(3n);
    recent.advance(read.slice(0, 1), 4n);
    expect(recent.extendBack([message, ...all.slice(0, 2)].map(asChange), 0n, 3n)).toBe(true);
    expect(positionsAfter(recent, 0n)).toEqual([2n, 4n]);
    recent.advance(read.slice(1), 5n);
    expect(positionsAfter(recent, 0n)).toEqual([2n, 4n, 5n]);
  });

  it('are forgotten with the last deletion only', () => {
    const message = sent(2n, 1, 2);
    const size = asChange(message).bytes.byteLength;
    const recent = new RecentChanges({ changes: 3, bytes: 100 * size });
    recent.startAt(0n);
    recent.advance([asChange(deleted(1n, message)), asChange(message), asChange(deleted(3n, message))], 3n);
    recent.advance([changeAt(4n)], 4n);
    expect(positionsAfter(recent, 1n)).toEqual([3n, 4n]);
  });

  it('keep and return nothing from or to an erased member, before or after the erasure', () => {
    const recent = new RecentChanges(roomy);
    recent.startAt(10n);
    recent.advance([asChange(sent(11n, 1, 2)), asChange(sent(12n, 2, 3)), asChange(sent(13n, 2, null))], 13n);
    const batch = [asChange(sent(14n, 3, 2)), asChange(erased(15n, 2)), asChange(sent(16n, 3, null))];
    expect(recent.advance(batch, 16n).map(({ position }) => position)).toEqual([15n, 16n]);
    expect(recent.advance([asChange(sent(17n, 1, 2)), asChange(sent(18n, 2, null))], 18n)).toEqual([]);
    expect(recent.extendBack([asChange(sent(3n, 2, 1)), asChange(sent(4n, 1, 3))], 2n, 10n)).toBe(true);
    expect(positionsAfter(recent, 0n)).toEqual([4n, 15n, 16n]);
    expect(recent.size).toBe(3);
    expect(recent.head).toBe(18n);
  });

  it('honour an erasure that is read later from further back, and still know what was deleted', () => {
    const one = changeAt(20n).bytes.byteLength;
    const recent = new RecentChanges({ changes: 100, bytes: 4 * one });
    recent.startAt(10n);
    const kept = sent(5n, 1, 3);
    recent.advance([asChange(sent(11n, 2, 1)), asChange(deleted(12n, kept)), asChange(sent(13n, 1, 3))], 13n);
    expect(recent.extendBack([asChange(kept), asChange(erased(6n, 2))], 4n, 10n)).toBe(true);
    expect(positionsAfter(recent, 0n)).toEqual([6n, 12n, 13n]);
    expect(recent.room).toBeGreaterThan(0);
  });

  it('are always exactly those in (floor, head], within the capacity', () => {
    const batches = fc.array(fc.record({ gap: fc.nat(3), count: fc.nat(6) }), { maxLength: 60 });
    fc.assert(
      fc.property(batches, fc.integer({ min: 1, max: 12 }), (list, capacity) => {
        const recent = new RecentChanges({ changes: capacity, bytes: 1_000_000 });
        const all: bigint[] = [];
        let position = 0n;
        for (const { gap, count } of list) {
          const from = position;
          const changes = Array.from({ length: count }, (_, at) => changeAt(from + 1n + BigInt(at)));
          all.push(...changes.map((change) => change.position));
          position += BigInt(count + gap);
          recent.advance(changes, position);
          expect(recent.head).toBe(position);
          expect(recent.size).toBeLessThanOrEqual(capacity);
          for (const from of [recent.floor, (recent.floor + recent.head) / 2n]) {
            expect(positionsAfter(recent, from)).toEqual(all.filter((at) => at > from));
          }
        }
      }),
    );
  });
});
