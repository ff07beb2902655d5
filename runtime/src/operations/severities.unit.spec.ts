import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { severities } from './severities.ts';

const manual = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const names = { failed: 'not ready', degraded: 'degraded' } as const;

/** The manual's row of a check. */
const rowOf = (check: string) => manual.split('\n').find((line) => line.startsWith(`| \`${check}\` |`)) ?? '';

it('has a row in the manual for each check, with what each part then is', () => {
  const { waiting: _, starting: __, ...parts } = severities;
  for (const [part, checks] of Object.entries(parts)) {
    for (const [check, severity] of Object.entries(checks)) {
      const column = rowOf(check).split('|').at(-2) ?? '';
      const meant = column.split(';').find((some) => some.includes(part)) ?? column;
      expect([part, check, meant]).toEqual([part, check, expect.stringContaining(names[severity])]);
      expect(meant.includes(part) || check === 'instance', `${check} of ${part}`).toBe(true);
    }
  }
});
