import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneModel } from '../../test/oneModel.ts';
import { deletion, message, reading, registration } from '../../test/records.ts';
import { createMessagesModel } from './model.ts';

let messages: Awaited<ReturnType<typeof oneModel>>;
beforeAll(async () => {
  messages = await oneModel(createMessagesModel());
});
afterAll(() => messages.close());

const members = [registration(1), registration(2), registration(3)];

/** What a member is to be told, as `ChangesTable` says it is to be asked for. */
const changesFor = (member: number) =>
  messages.query(
    `select position::integer, kind, message_id, reader_id, peer_id, up_to::integer from (
       (select * from messages.changes where audience_id = 0 order by position limit 10)
       union all
       (select * from messages.changes where audience_id = $1 order by position limit 10)
     ) told order by position`,
    [member],
  );

const told = (position: number, kind: string, more: object = {}) => ({
  position,
  kind,
  message_id: null,
  reader_id: null,
  peer_id: null,
  up_to: null,
  ...more,
});

describe('messages', () => {
  it('are told to both members, global ones to everyone, and nobody else', async () => {
    await messages.tell(...members, message('a', 1, 2), message('b', 3));
    const [private4, global5] = [told(4, 'message'), told(5, 'message')];
    expect(await changesFor(1)).toEqual([private4, global5]);
    expect(await changesFor(2)).toEqual([private4, global5]);
    expect(await changesFor(3)).toEqual([global5]);
  });

  it('once deleted are told as deleted only', async () => {
    await messages.tell(...members, message('a', 1, 2), deletion('a', 1, 2));
    expect(await changesFor(2)).toEqual([told(5, 'deleted', { message_id: 'a' })]);
    expect(await messages.query('select * from messages.messages')).toEqual([]);
  });

  it('tell reader and sender of the latest reading, of the global chat the reader alone', async () => {
    await messages.tell(
      ...members,
      message('a', 1, 2),
      reading(2, 1, 4),
      reading(2, 1, 5),
      reading(2, null, 6),
    );
    const read = told(6, 'read', { reader_id: 2, peer_id: 1, up_to: 5 });
    expect((await changesFor(1)).slice(1)).toEqual([read]);
    expect((await changesFor(2)).slice(1)).toEqual([read, told(7, 'read', { reader_id: 2, up_to: 6 })]);
  });
});

describe('conversations', () => {
  const seenBy = (member: number) =>
    messages.query(
      `select peer_id, last_position::integer as last, unread_count as unread
       from messages.conversations where member_id = $1 order by last_position desc nulls last`,
      [member],
    );

  it('count what the peer wrote after the mark, newest conversation first', async () => {
    await messages.tell(
      ...members,
      message('a', 1, 2),
      message('b', 3, 2),
      message('c', 1, 2),
      reading(2, 1, 4),
    );
    expect(await seenBy(2)).toEqual([
      { peer_id: 1, last: 6, unread: 1 },
      { peer_id: 3, last: 5, unread: 1 },
    ]);
    expect(await seenBy(1)).toEqual([{ peer_id: 2, last: 6, unread: 0 }]);
  });

  it('fall back to the message before when the last is deleted, read or not', async () => {
    const two = [...members, message('a', 1, 2), message('b', 1, 2)];
    await messages.tell(...two, deletion('b', 1, 2));
    expect(await seenBy(2)).toEqual([{ peer_id: 1, last: 4, unread: 1 }]);
    await messages.tell(...two, reading(2, 1, 5), deletion('b', 1, 2));
    expect(await seenBy(2)).toEqual([{ peer_id: 1, last: 4, unread: 0 }]);
    await messages.tell(...two, deletion('b', 1, 2), deletion('a', 1, 2));
    expect(await seenBy(2)).toEqual([{ peer_id: 1, last: null, unread: 0 }]);
  });

  it('take no mark beyond the head for read that comes later than it', async () => {
    await messages.tell(
      ...members,
      message('a', 1, 2),
      reading(2, 1, 6),
      message('b', 1, 2),
      message('c', 1, 2),
    );
    expect(await seenBy(2)).toEqual([{ peer_id: 1, last: 7, unread: 1 }]);
  });
});

describe('every question', () => {
  it.each([
    [
      'a page of a thread',
      'messages where low_id = 1 and high_id = 2 and position < 9 order by position desc limit 50',
    ],
    [
      'a page of the global chat',
      'messages where low_id = 0 and high_id = 0 order by position desc limit 50',
    ],
    ['the conversations', 'conversations where member_id = 1 order by last_position desc nulls last'],
    ['what was missed', 'changes where audience_id = 1 and position > 9 order by position limit 500'],
    ['a member by name', "members where username_key = 'member1'"],
  ])('is answered by an index without sorting: %s', async (_, asked) => {
    await messages.tell(...members);
    const plan = await messages.plan(`select * from ${asked}`);
    expect(plan).toContain('Index');
    expect(plan).not.toContain('Sort');
  });
});
