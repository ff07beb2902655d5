import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptForMs, planRetirement, type Retired } from './retirement.ts';

const day = 24 * 60 * 60 * 1000;
const files = (...names: string[]) => new Set(names);

describe('files of an earlier build', () => {
  it('are kept beside those of the current one', () => {
    expect(planRetirement(files('new.js'), files('old.js'), {}, 5)).toEqual({
      copy: ['new.js'],
      remove: [],
      retired: { 'old.js': 5 },
    });
  });

  it('are removed a week after their last use, however long they were served', () => {
    const before = { 'old.js': 100 };
    expect(
      planRetirement(files('new.js'), files('new.js', 'old.js'), before, 100 + keptForMs).remove,
    ).toEqual([]);
    const later = planRetirement(files('new.js'), files('new.js', 'old.js'), before, 101 + keptForMs);
    expect(later).toEqual({ copy: [], remove: ['old.js'], retired: {} });
  });

  it('are current again after a rollback', () => {
    const plan = planRetirement(files('old.js'), files('new.js', 'old.js'), { 'old.js': 0 }, 30 * day);
    expect(plan).toEqual({ copy: [], remove: [], retired: { 'new.js': 30 * day } });
  });

  it('are removed only if unused for a week, and never from the current build', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const builds = fc.array(fc.tuple(fc.uniqueArray(name), fc.nat({ max: 10 * day })), { maxLength: 12 });
    fc.assert(
      fc.property(builds, (releases) => {
        let kept = new Set<string>();
        let retired: Retired = {};
        const lastCurrent = new Map<string, number>();
        let now = 0;
        let previous: readonly string[] = [];
        for (const [build, passed] of releases) {
          now += passed;
          // Until this start, the previous build was the current one.
          for (const file of previous) lastCurrent.set(file, now);
          const plan = planRetirement(new Set(build), kept, retired, now);
          for (const file of plan.remove) {
            expect(build).not.toContain(file);
            expect(now - (lastCurrent.get(file) ?? now)).toBeGreaterThan(keptForMs);
          }
          kept = new Set([...kept, ...plan.copy].filter((file) => !plan.remove.includes(file)));
          for (const file of build) expect(kept.has(file)).toBe(true);
          retired = plan.retired;
          previous = build;
        }
      }),
    );
  });
});
