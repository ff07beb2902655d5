import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rosetteOf } from './rosette.ts';

const names = fc.stringMatching(/^[a-z0-9_]{3,30}$/);

describe('rosetteOf', () => {
  it('depends on the name, in any case of its letters', () => {
    expect(rosetteOf('Satoshi')).toEqual(rosetteOf('satoshi'));
    expect(rosetteOf('satoshi')).not.toEqual(rosetteOf('hal_finney'));
  });

  it('stays in its square, without coinciding strands', () => {
    fc.assert(
      fc.property(names, (name) => {
        const { strand, turns } = rosetteOf(name);
        const coordinates = strand.match(/-?\d+\.\d/g)?.map(Number) ?? [];
        expect(coordinates.length).toBeGreaterThan(1000);
        expect(Math.max(...coordinates.map(Math.abs))).toBeLessThanOrEqual(100);
        expect(new Set(turns).size).toBe(turns.length);
      }),
    );
  });
});
