import { describe, expect, it } from 'vitest';
import { message, recordsOf } from '../../test/records.ts';
import { ConversationChanges } from './conversations.ts';
import { digestOf } from './digest.ts';

const { sent } = digestOf(
  recordsOf([message('a', 1, 2), message('b', 2, 1), message('c', 1, 2), message('d', 1)]),
);

describe('the changes of a run of events to conversations', () => {
  it('are the newest message for both members and the unread count of the receiver, nothing for the global chat', () => {
    const changes = new ConversationChanges();
    for (const one of sent) changes.sent(one, true, true);
    expect(changes.rows).toEqual([
      { member_id: 1, peer_id: 2, last_position: '3', unread_count: 1, is_request: false },
      { member_id: 2, peer_id: 1, last_position: '3', unread_count: 2, is_request: false },
    ]);
  });

  it('are a conversation without a message when the run deletes what it sent', () => {
    const changes = new ConversationChanges();
    for (const one of sent.slice(0, 1)) changes.sent(one, false, true);
    expect(changes.rows).toEqual([
      { member_id: 1, peer_id: 2, last_position: null, unread_count: 0, is_request: false },
      { member_id: 2, peer_id: 1, last_position: null, unread_count: 0, is_request: false },
    ]);
  });

  it('subtract what is no longer unread', () => {
    const changes = new ConversationChanges();
    for (const one of sent) changes.sent(one, true, true);
    changes.noLongerUnread(2, 1, 5);
    expect(changes.rows[1]).toMatchObject({ member_id: 2, peer_id: 1, last_position: '3', unread_count: -3 });
  });

  it('are a request while all messages are from a stranger', () => {
    const isRequest = (events: Parameters<typeof recordsOf>[0]) => {
      const changes = new ConversationChanges();
      for (const one of digestOf(recordsOf(events)).sent) changes.sent(one, true, true);
      return changes.rows.find(({ member_id }) => member_id === 2)?.is_request;
    };
    expect(isRequest([message('a', 1, 2, true), message('b', 1, 2, true)])).toBe(true);
    expect(isRequest([message('a', 1, 2, true), message('b', 1, 2)])).toBe(false);
    expect(isRequest([message('a', 1, 2, true), message('b', 2, 1, true)])).toBe(false);
  });
});
