import type { Changes } from '@pmcw/contracts';
import { eventually } from '@pmcw/testing/eventually';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../device/offline/clock.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { ManualClock, messageAt, newDatabase, peerId } from '../../../device/offline/forSpecs.ts';
import { Writer } from '../../../device/offline/writer.ts';
import type { FetchChanges } from '../../../device/realtime/sync.ts';
import { MissedChanges } from './missedChanges.ts';

let db: MemberDatabase;
let clock: ManualClock;
let missed: MissedChanges;
/** Answers of the server, each requested but not yet given. */
let answers: ((changes: Changes) => void)[];
const fetchChanges = vi.fn<FetchChanges>();

beforeEach(async () => {
  db = newDatabase();
  clock = new ManualClock();
  answers = [];
  fetchChanges.mockReset().mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  missed = new MissedChanges({
    ...{ db, clock, fetchChanges, onApplied: () => undefined },
    writer: new Writer(db, systemClock),
  });
  await db.sync.put({ id: 'cursor', position: '10' });
});
afterEach(() => db.delete());

const message = messageAt(11, { senderId: peerId });
const page: Changes = {
  changes: [{ type: 'new_message', message, position: message.position }],
  position: '11',
  more: false,
};

describe('missed changes', () => {
  it('are fetched after a random wait, once however often they are wanted', async () => {
    missed.soon();
    missed.soon();
    expect(clock.waiting).toEqual([2_500]);
    clock.advance(2_499);
    expect(fetchChanges).not.toHaveBeenCalled();
    clock.advance(1);
    await eventually(() => expect(answers).toHaveLength(1));
    answers[0]?.(page);
    await eventually(async () => expect(await db.messages.count()).toBe(1));
    expect(fetchChanges).toHaveBeenCalledExactlyOnceWith('10', 'none');
  });

  it('are not fetched when the socket is back before', () => {
    missed.soon();
    missed.cancel();
    expect(clock.waiting).toEqual([]);
  });

  it('are fetched once at a time, for the socket too', async () => {
    missed.soon();
    clock.advance(2_500);
    const reached = [missed.fetch(), missed.fetch()];
    await eventually(() => expect(answers).toHaveLength(1));
    answers[0]?.(page);
    expect(await Promise.all(reached)).toEqual(['11', '11']);
    const next = missed.fetch();
    await eventually(() =>
      expect(fetchChanges.mock.calls).toEqual([
        ['10', 'none'],
        ['11', 'none'],
      ]),
    );
    answers[1]?.({ ...page, changes: [] });
    expect(await next).toBe('11');
  });

  it('are fetched again at the next attempt after a failure', async () => {
    fetchChanges.mockRejectedValueOnce(new Error('The network is gone'));
    missed.soon();
    clock.advance(2_500);
    await eventually(() => expect(fetchChanges).toHaveBeenCalledOnce());
    missed.soon();
    clock.advance(2_500);
    await eventually(() => expect(answers).toHaveLength(1));
  });
});
