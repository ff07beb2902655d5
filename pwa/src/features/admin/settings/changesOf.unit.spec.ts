import { defaultSettings } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { changesOf } from './changesOf.ts';

describe('changesOf', () => {
  it('is empty for equal settings', () => {
    expect(changesOf(defaultSettings, defaultSettings)).toEqual({});
  });

  it('contains only differences', () => {
    const body = { ...defaultSettings, tokenSupply: 21, registrationOpen: false };
    expect(changesOf(defaultSettings, body)).toEqual({ tokenSupply: 21, registrationOpen: false });
  });
});
