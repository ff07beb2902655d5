import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { positionSchema } from './scalars.ts';

describe('a position', () => {
  it.each(['0', '42', '999999999999999999', '9223372036854775807'])('may be %s', (text) => {
    expect(v.is(positionSchema, text)).toBe(true);
  });

  it.each(['', '-1', '1.5', 'abc', '9223372036854775808', '9999999999999999999', '10000000000000000000'])(
    'may not be %s',
    (text) => {
      expect(v.is(positionSchema, text)).toBe(false);
    },
  );
});
