import { expect, it } from 'vitest';
import { previewText } from './previewText.ts';

it('is bounded, whatever someone wrote', () => {
  expect(previewText({ content: 'a\nb' })).toBe('a b');
  expect(previewText({ content: '' })).toBe('Voice message');
  expect(previewText({ content: 'x'.repeat(4_000) })).toBe(`${'x'.repeat(160)}…`);
  expect(previewText({ content: `${'\n'.repeat(2_000)}x` })).toBe('x');
});
