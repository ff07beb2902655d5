import { expect, it } from 'vitest';
import { sentenceOf } from './sentence.ts';

it.each([
  [new Error('There is no log nowhere'), 'There is no log nowhere.'],
  [new Error('Stop it first, or set DATA_DIR.'), 'Stop it first, or set DATA_DIR.'],
  [new Error('Two lines.\nThe second'), 'Two lines.\nThe second.'],
  ['thrown', 'thrown.'],
])('%s ends with one period', (error, sentence) => {
  expect(sentenceOf(error)).toBe(sentence);
});
