import { describe, expect, it } from 'vitest';
import { deletion, message, reading, recordsOf, registration } from '../../test/records.ts';
import { digestOf, threadOf } from './digest.ts';

describe('the digest of a run of events', () => {
  it('has the sent messages, and those that are left', () => {
    const digest = digestOf(
      recordsOf([message('a', 2, 1), message('b', 1), deletion('a', 2, 1), registration(3)]),
    );
    expect(digest.sent.map((row) => row.message_id)).toEqual(['a', 'b']);
    expect(digest.kept).toEqual([
      {
        position: '2',
        message_id: 'b',
        low_id: 0,
        high_id: 0,
        sender_id: 1,
        receiver_id: null,
        content: 'text of b',
        message_type: 'text',
        voice_hash: null,
        voice_seconds: null,
        is_request: false,
        created_at: new Date('2026-01-01T00:00:02.000Z'),
      },
    ]);
    expect(digest.deletions).toEqual([{ position: '3', message_id: 'a', sender_id: 2, receiver_id: 1 }]);
  });

  it('has the read marks, with those of the global chat under `everyone`', () => {
    expect(digestOf(recordsOf([reading(1, 2, 40), reading(1, null, 50)])).reads).toEqual([
      { reader_id: 1, peer_id: 2, up_to: '40', position: '1' },
      { reader_id: 1, peer_id: 0, up_to: '50', position: '2' },
    ]);
  });
});

describe('a thread', () => {
  it('is the same from both sides, and differs from the global chat for member 1', () => {
    expect(threadOf(9, 4)).toEqual(threadOf(4, 9));
    expect(threadOf(9, null)).not.toEqual(threadOf(9, 1));
  });
});
