import { expect, it } from 'vitest';
import { firstAbort } from './firstAbort.ts';

it('aborts with the first signal, and with its reason', () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const first = firstAbort(one.signal, two.signal);
  expect(first.aborted).toBe(false);
  two.abort('two');
  one.abort('one');
  expect(first.aborted).toBe(true);
  expect(first.reason).toBe('two');
});

it('is aborted at once if one of them is', () => {
  const first = firstAbort(
    new AbortController().signal,
    AbortSignal.abort('over'),
    AbortSignal.abort('later'),
  );
  expect(first.reason).toBe('over');
});
