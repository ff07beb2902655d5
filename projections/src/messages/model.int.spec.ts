import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneModel } from '../../test/oneModel.ts';
import { deletion, erasure, message, reading, registration, restoration } from '../../test/records.ts';
import { createMessagesModel } from './model.ts';

let messages: Awaited<ReturnType<typeof oneModel>>;
beforeAll(async () => {
  messages = await oneModel(createMessagesModel());
});
afterAll(() => messages.close());

const blocked = (userId: number, memberId: number) =>
  ({ type: 'MemberBlocked', data: { userId, memberId } }) as const;
const unblocked = (userId: number, memberId: number) =>
  ({ type: 'MemberUnblocked', data: { userId, memberId } }) as const;

const members = [registration(1), registration(2), registration(3)];

/** The changes for a member, queried as `ChangesTable` describes. */
const changesFor = (member: number) =>
  messages.query(
    `select position::integer, kind, message_id, reader_id, peer_id, up_to::integer, member_id from (
       (select * from messages.changes where audience_id = 0 order by position limit 10)
       union all
       (select * from messages.changes where audience_id = $1 order by position limit 10)
     ) change order by position`,
    [member],
  );

const change = (position: number, kind: string, more: object = {}) => ({
  position,
  kind,
  message_id: null,
  reader_id: null,
  peer_id: null,
  up_to: null,
  member_id: null,
  ...more,
});

describe('messages', () => {
  it('are changes for both members only, global ones for everyone', async () => {
    await messages.refill(...members, message('a', 1, 2), message('b', 3));
    const [private4, global5] = [change(4, 'message'), change(5, 'message')];
    expect(await changesFor(1)).toEqual([private4, global5]);
    expect(await changesFor(2)).toEqual([private4, global5]);
    expect(await changesFor(3)).toEqual([global5]);
  });

  it('leave only the deletion once deleted', async () => {
    await messages.refill(...members, message('a', 1, 2), deletion('a', 1, 2));
    expect(await changesFor(2)).toEqual([change(5, 'deleted', { message_id: 'a' })]);
    expect(await messages.query('select * from messages.messages')).toEqual([]);
  });

  it('are there again once restored, in their place', async () => {
    const events = [...members, message('a', 1, 2), message('b', 1, 2), deletion('a', 1, 2)];
    await messages.refill(...events, restoration('a', 1, 2, 4));
    expect(await changesFor(2)).toEqual([
      ...[change(4, 'message'), change(5, 'message'), change(6, 'deleted', { message_id: 'a' })],
      change(7, 'restored', { up_to: 4 }),
    ]);
    const rows = 'select position::integer, message_id, content, created_at::text from messages.messages';
    const restored = await messages.query(rows);
    await messages.refill(...events.slice(0, -1));
    expect(new Set(restored)).toEqual(new Set(await messages.query(rows)));
  });

  it('leave the latest read mark for reader and sender, in the global chat for the reader alone', async () => {
    await messages.refill(
      ...members,
      message('a', 1, 2),
      reading(2, 1, 4),
      reading(2, 1, 5),
      reading(2, null, 6),
    );
    const read = change(6, 'read', { reader_id: 2, peer_id: 1, up_to: 5 });
    expect((await changesFor(1)).slice(1)).toEqual([read]);
    expect((await changesFor(2)).slice(1)).toEqual([read, change(7, 'read', { reader_id: 2, up_to: 6 })]);
  });
});

describe('a recording', () => {
  it('has its hash and length, beside the sender’s avatar', async () => {
    const [hash, avatar] = ['a'.repeat(64), 'b'.repeat(64)];
    const text = message('a', 1, 2);
    if (text.type !== 'MessageSent') throw new Error('a message was sent');
    const recording = { content: '', messageType: 'voice', voiceHash: hash, voiceSeconds: 1.25 } as const;
    await messages.refill(
      ...members,
      { type: 'AvatarChanged', data: { userId: 1, mediaHash: avatar } },
      { ...text, data: { ...text.data, ...recording } },
    );
    expect(
      await messages.query('select message_type, voice_hash, voice_seconds from messages.messages'),
    ).toEqual([{ message_type: 'voice', voice_hash: hash, voice_seconds: 1.25 }]);
    expect(await messages.query('select avatar_url from messages.members where member_id = 1')).toEqual([
      { avatar_url: `/media/${avatar}` },
    ]);
  });
});

describe('conversations', () => {
  const seenBy = (member: number) =>
    messages.query(
      `select peer_id, last_position::integer as last, unread_count as unread
       from messages.conversations where member_id = $1 order by coalesce(last_position, 0) desc, peer_id desc`,
      [member],
    );

  it('count the peer’s messages after the read mark, newest conversation first', async () => {
    await messages.refill(
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

  it('fall back to the previous message when the last is deleted, read or not', async () => {
    const two = [...members, message('a', 1, 2), message('b', 1, 2)];
    await messages.refill(...two, deletion('b', 1, 2));
    expect(await seenBy(2)).toEqual([{ peer_id: 1, last: 4, unread: 1 }]);
    await messages.refill(...two, reading(2, 1, 5), deletion('b', 1, 2));
    expect(await seenBy(2)).toEqual([{ peer_id: 1, last: 4, unread: 0 }]);
    await messages.refill(...two, deletion('b', 1, 2), deletion('a', 1, 2));
    expect(await seenBy(2)).toEqual([{ peer_id: 1, last: null, unread: 0 }]);
  });

  it('have a restored message, unread only after the read mark', async () => {
    const two = [...members, message('a', 1, 2), message('b', 1, 2)];
    const back = [deletion('b', 1, 2), restoration('b', 1, 2, 5)];
    await messages.refill(...two, ...back);
    expect(await seenBy(2)).toEqual([{ peer_id: 1, last: 5, unread: 2 }]);
    expect(await seenBy(1)).toEqual([{ peer_id: 2, last: 5, unread: 0 }]);
    await messages.refill(...two, reading(2, 1, 5), ...back);
    expect(await seenBy(2)).toEqual([{ peer_id: 1, last: 5, unread: 0 }]);
  });

  it('count messages as read up to a mark beyond the head, whenever they come', async () => {
    await messages.refill(
      ...members,
      message('a', 1, 2),
      reading(2, 1, 6),
      message('b', 1, 2),
      message('c', 1, 2),
    );
    expect(await seenBy(2)).toEqual([{ peer_id: 1, last: 7, unread: 1 }]);
  });
});

describe('a blocked member', () => {
  const hiddenFrom = (member: number) =>
    messages.query('select peer_id, is_blocked from messages.conversations where member_id = $1', [member]);

  it('has a hidden conversation, whichever comes first, until they are unblocked', async () => {
    await messages.refill(...members, message('a', 2, 1), blocked(1, 2), blocked(1, 3), message('b', 3, 1));
    const hidden = [
      { peer_id: 2, is_blocked: true },
      { peer_id: 3, is_blocked: true },
    ];
    expect(await hiddenFrom(1)).toEqual(expect.arrayContaining(hidden));
    expect(await hiddenFrom(2)).toEqual([{ peer_id: 1, is_blocked: false }]);
    await messages.refill(...members, blocked(1, 2), message('a', 2, 1), unblocked(1, 2), message('b', 2, 1));
    expect(await hiddenFrom(1)).toEqual([{ peer_id: 2, is_blocked: false }]);
  });

  it('is one change, the latest, for the devices of the member who blocks', async () => {
    await messages.refill(...members, blocked(1, 2), unblocked(1, 2), blocked(1, 2));
    expect(await changesFor(1)).toEqual([change(6, 'blocked', { member_id: 2 })]);
    expect(await changesFor(2)).toEqual([]);
  });

  it.each([1, 2])('is forgotten when member %d is deleted', async (deleted) => {
    await messages.refill(...members, blocked(1, 2), erasure(deleted));
    expect(await messages.query('select * from messages.contacts')).toEqual([]);
    expect(await changesFor(1)).toEqual([change(5, 'member_deleted', { member_id: deleted })]);
  });
});

describe('a deleted member', () => {
  const before = [
    ...members,
    ...[message('a', 1, 2), message('b', 2, 1), message('c', 3, 1), message('d', 2), message('e', 3)],
    ...[reading(1, 2, 5), reading(2, 1, 4), reading(2, null, 8)],
  ];

  it('leaves only one row for everyone', async () => {
    await messages.refill(...before, erasure(2));
    const gone = change(12, 'member_deleted', { member_id: 2 });
    expect(await changesFor(1)).toEqual([change(6, 'message'), change(8, 'message'), gone]);
    expect(await changesFor(3)).toEqual([change(6, 'message'), change(8, 'message'), gone]);
    expect(await messages.query('select * from messages.changes where audience_id = 2')).toEqual([]);
    expect(await messages.query('select message_id from messages.messages order by 1')).toEqual([
      { message_id: 'c' },
      { message_id: 'e' },
    ]);
    for (const [table, rows] of [
      ['members where member_id = 2', 0],
      ['conversations', 2],
      ['read_marks', 0],
      ['global_run_senders', 1],
    ]) {
      expect([table, await messages.query(`select from messages.${table}`)]).toMatchObject([
        table,
        { length: rows },
      ]);
    }
    expect(await messages.query('select sent, live from messages.global_runs')).toEqual([
      { sent: 2, live: 1 },
    ]);
  });

  it('does not return with late events', async () => {
    const late = [
      ...[message('f', 2, 1), message('g', 1, 2), message('h', 2), deletion('a', 1, 2), deletion('d', 2)],
      ...[reading(1, 2, 5), reading(2, 1, 4), reading(2, null, 8)],
    ];
    const contents = async () =>
      Promise.all(
        ['messages', 'conversations', 'read_marks', 'global_runs', 'global_run_senders', 'changes'].map(
          (table) => messages.query(`select * from messages.${table} order by 1, 2`),
        ),
      );
    await messages.refill(...before, erasure(2));
    const without = await contents();
    await messages.refill(...before, erasure(2), ...late);
    expect(await contents()).toEqual(without);
  });
});

describe('every query', () => {
  it.each([
    [
      'a page of a thread',
      'messages where low_id = 1 and high_id = 2 and position < 9 order by position desc limit 50',
    ],
    [
      'a page of the global chat',
      'messages where low_id = 0 and high_id = 0 order by position desc limit 50',
    ],
    [
      'the conversations',
      'conversations where member_id = 1 and not is_blocked and not is_request order by coalesce(last_position, 0) desc, peer_id desc',
    ],
    [
      'the requests',
      'conversations where member_id = 1 and not is_blocked and is_request and last_position > coalesce(deleted_up_to, 0) order by coalesce(last_position, 0) desc, peer_id desc',
    ],
    ['the blocked members', 'contacts where member_id = 1 and is_blocked order by position desc limit 200'],
    ['what was missed', 'changes where audience_id = 1 and position > 9 order by position limit 500'],
    ['who may hear a recording', "messages where voice_hash = repeat('a', 64)"],
    ['a member by name', "members where username_key = 'member1'"],
  ])('uses an index and no sort: %s', async (_, asked) => {
    await messages.refill(...members);
    const plan = await messages.plan(`select * from ${asked}`);
    expect(plan).toContain('Index');
    expect(plan).not.toContain('Sort');
  });
});
