import { expect, it } from 'vitest';
import { formatsOf } from './formats.ts';

const values = [0, 7, 999, 1000, 12_000, -7, -1200, 0.5, 1234.5];

it.each(['en', 'de'] as const)('formats numbers as %s does, short ones too', (language) => {
  const written = new Intl.NumberFormat(language);
  expect(values.map(formatsOf(language).number)).toEqual(values.map((value) => written.format(value)));
});
