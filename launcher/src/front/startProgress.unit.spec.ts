import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StartProgress } from './startProgress.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An output, and what it got. */
function output(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80, rows: 24, cursorTo: () => true });
  const written: string[] = [];
  stream.on('data', (text) => written.push(String(text)));
  return { out: stream, text: () => written.join('') };
}

it('shows nothing of a short start', () => {
  const { out, text } = output(false);
  const progress = new StartProgress(out);
  vi.advanceTimersByTime(3_000);
  progress.end();
  vi.advanceTimersByTime(60_000);
  expect(text()).toBe('');
});

it('prints a line every ten seconds', () => {
  const { out, text } = output(false);
  const progress = new StartProgress(out);
  progress.percent = 7;
  vi.advanceTimersByTime(10_000);
  progress.percent = 43;
  vi.advanceTimersByTime(10_000);
  progress.end();
  expect(text()).toBe('  Preparing, 7 %\n  Preparing, 43 %\n');
});

it('draws a bar on a terminal', () => {
  const { out, text } = output(true);
  const progress = new StartProgress(out);
  progress.percent = 43;
  vi.advanceTimersByTime(10_000);
  progress.end();
  expect(text()).toContain('43 %');
  expect(text()).not.toContain('Preparing, 43 %');
});
