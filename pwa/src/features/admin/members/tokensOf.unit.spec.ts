import { limits } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { tokensOf } from './tokensOf.ts';

describe('tokensOf', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['0012', 12],
    [String(limits.tokensMax), limits.tokensMax],
  ])('%s is %i', (text, tokens) => {
    expect(tokensOf(text)).toBe(tokens);
  });

  it.each(['', ' ', '-1', '1.5', '1e3', '0x10', 'ten', '1 000', String(limits.tokensMax + 1)])(
    '%j is ignored',
    (text) => {
      expect(tokensOf(text)).toBeNull();
    },
  );
});
