import { describe, expect, it } from 'vitest';
import { message, recordsOf } from '../../test/records.ts';
import type { MessagesTable, ReadMarksTable } from '../tables.ts';
import { digestOf } from './digest.ts';
import { Marks } from './readMarks.ts';

const mark = (up_to: string, position: string): ReadMarksTable => ({
  reader_id: 2,
  peer_id: 1,
  up_to,
  position,
  ...{ muted_until: null, muted_at: null, is_marked: null, marked_at: null },
  ...{ accepted_at: null, deleted_up_to: null, deleted_at: null },
});

const readingOf = ({ reader_id, peer_id, up_to, position }: ReadMarksTable) => ({
  ...{ reader_id, peer_id, up_to, position },
});

function messageAt(position: bigint): MessagesTable {
  const [row] = digestOf(recordsOf([message('a', 1, 2)], position - 1n)).sent;
  if (row === undefined) throw new Error('No message');
  return row;
}

describe('read marks', () => {
  it('move to the highest position, and remember its event', () => {
    const marks = new Marks([mark('9', '10')], [mark('100', '101'), mark('50', '102')]);
    expect(marks.moved).toEqual([{ before: mark('9', '10'), after: mark('100', '101') }]);
  });

  it('do not move back, also where comparing digits would mislead', () => {
    expect(new Marks([mark('100', '101')], [mark('99', '102'), mark('100', '103')]).moved).toEqual([]);
  });

  it('distinguish unread from read, including the marked position, before and after', () => {
    const marks = new Marks([mark('9', '10')], [mark('20', '21')]);
    const unread = [9n, 10n, 20n, 21n].map((position) => [
      marks.isUnread(messageAt(position), 'before'),
      marks.isUnread(messageAt(position), 'after'),
    ]);
    expect(unread).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ]);
  });

  it('share their row with the settings of the conversation, which they leave alone', () => {
    const muted = { reader_id: 2, peer_id: 1, muted_until: 'always', muted_at: '12' };
    const marks = new Marks([mark('9', '10')], [mark('11', '13')].map(readingOf), [muted]);
    const after = { ...mark('11', '13'), muted_until: 'always', muted_at: '12' };
    expect(marks.moved).toEqual([{ before: mark('9', '10'), after }]);
  });

  it('leave everything unread if there is none', () => {
    expect(new Marks([], []).isUnread(messageAt(1n), 'before')).toBe(true);
  });
});
