import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import {
  clearDroppedCount,
  forgetReceived,
  keepReceived,
  readReceived,
  TooMuchWaitingError,
} from './received.ts';

const now = Date.parse('2026-06-08T12:00:00Z');
const day = 24 * 60 * 60 * 1000;
const share = (text: string, at: number) => keepReceived([{ at, what: { kind: 'text', text } }]);
const textsAt = async (time: number) =>
  (await readReceived(time)).waiting.map(({ what }) => (what.kind === 'text' ? what.text : what.name));

beforeEach(() => forgetReceived(now));

it('waits for a week, latest first', async () => {
  await share('first', now - 7 * day);
  await share('second', now);
  expect(await textsAt(now)).toEqual(['second', 'first']);
  expect((await readReceived(now)).dropped).toBe(0);
});

it('is dropped after a week, which is reported until it was seen', async () => {
  await share('old', now - 7 * day - 1);
  await share('older', now - 9 * day);
  await share('new', now);
  expect(await readReceived(now)).toMatchObject({ dropped: 2 });
  expect(await textsAt(now)).toEqual(['new']);
  // The first reader may not have shown it.
  expect((await readReceived(now)).dropped).toBe(2);
  clearDroppedCount();
  expect((await readReceived(now)).dropped).toBe(0);
});

it('leaves no trace to the next member', async () => {
  await share('old', now - 8 * day);
  await readReceived(now);
  await share('new', now);
  await forgetReceived(now);
  expect(await readReceived(now)).toEqual({ waiting: [], dropped: 0 });
});

it('stays for a member who shares after the previous one left, however late the device is cleared', async () => {
  await share('of the member before', now - 1);
  await share('of a visitor', now + 1);
  await forgetReceived(now);
  expect(await textsAt(now + 1)).toEqual(['of a visitor']);
  await forgetReceived(now + 1);
});

it('leaves nothing of the previous member even if the clock was set back', async () => {
  await share('of the member before', Date.now() + day);
  await forgetReceived(Date.now());
  expect(await textsAt(now)).toEqual([]);
});

it('is refused as a whole while too much waits', async () => {
  const item = { at: now, what: { kind: 'text', text: 'again' } } as const;
  await keepReceived(Array.from({ length: 29 }, () => item));
  await expect(keepReceived([item, item])).rejects.toThrow(TooMuchWaitingError);
  expect(await textsAt(now)).toHaveLength(29);
  const bytes = new ArrayBuffer(64 * 1024 * 1024);
  const file = { at: now, what: { kind: 'file', name: 'a.png', type: 'image/png', bytes } } as const;
  await expect(keepReceived([file])).rejects.toThrow(TooMuchWaitingError);
});
