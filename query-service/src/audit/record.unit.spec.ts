import { describe, expect, it } from 'vitest';
import { findRecord, type LoggedEvent } from './record.ts';

const stream = 'message-m';
const sent: LoggedEvent = {
  type: 'MessageSent',
  data: {
    ...{ messageId: 'm', senderId: 1, receiverId: 2, messageType: 'text', content: '[erased]' },
    ...{ voiceHash: null, voiceSeconds: null },
  },
  eventId: 'e',
  stream,
  revision: 0,
  position: 7n,
  metadata: { actorId: 1, correlationId: 'c', causationId: 'c', time: '2026-01-01T00:00:00.000Z' },
};
const log = (...events: readonly LoggedEvent[]) => ({
  async *readStream() {
    yield* events;
  },
});

describe('a record', () => {
  it('marks erased texts as erased, not as sealed', async () => {
    const record = await findRecord(log(sent), sent);
    expect(record?.data).toMatchObject({ content: '[erased]', voiceHash: null });
    expect(record?.position).toBe('7');
  });

  it('is null if the log has a different event there, or none', async () => {
    expect(await findRecord(log({ ...sent, eventId: 'another' }), sent)).toBeNull();
    expect(await findRecord(log(), sent)).toBeNull();
  });
});
