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
        const strands = rosetteOf(name).split('Z').filter(Boolean);
        const coordinates = strands.join(' ').match(/-?\d+/g)?.map(Number) ?? [];
        expect(Math.max(...coordinates.map(Math.abs))).toBeLessThanOrEqual(1000);
        expect(strands.length).toBeGreaterThanOrEqual(17);
        expect(new Set(strands).size).toBe(strands.length);
      }),
    );
  });
});
