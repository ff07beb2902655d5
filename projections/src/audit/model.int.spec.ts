import { eventTypes, type ProductEvent } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneModel } from '../../test/oneModel.ts';
import { message, registration } from '../../test/records.ts';
import { auditModel } from './model.ts';

let audit: Awaited<ReturnType<typeof oneModel>>;
beforeAll(async () => {
  audit = await oneModel(auditModel);
});
afterAll(() => audit.close());

const events: readonly ProductEvent[] = [
  registration(1),
  { type: 'TokensSet', data: { userId: 1, pmcwTokens: 5, cause: 'set' } },
  message('m1', 1, 2),
  message('m2', 2, null),
  { type: 'ConversationRead', data: { readerId: 2, peerId: 1, upTo: '3' } },
  { type: 'GlobalChatRead', data: { readerId: 1, upTo: '4' } },
  { type: 'SettingsChanged', data: { tokenSupply: 7 } },
  { type: 'UserDeleted', data: { userId: 1 } },
];

describe('the history', () => {
  it('has a row for each event, with its target and its facts', async () => {
    await audit.refill(...events);
    const rows = await audit.query<{ type: string; target_id: number | null; facts: string }>(
      'select * from audit.entries order by position',
    );
    expect(rows.map(({ type, target_id, facts }) => [type, target_id, JSON.parse(facts)])).toEqual([
      ['UserRegistered', 1, { userId: 1, userType: 'General User' }],
      ['TokensSet', 1, { userId: 1, pmcwTokens: 5, cause: 'set' }],
      [
        'MessageSent',
        2,
        expect.objectContaining({ messageId: 'm1', senderId: 1, receiverId: 2, messageType: 'text' }),
      ],
      ['MessageSent', null, expect.objectContaining({ messageId: 'm2', receiverId: null })],
      ['ConversationRead', 1, { readerId: 2, peerId: 1, upTo: '3' }],
      ['GlobalChatRead', 1, { readerId: 1, upTo: '4' }],
      ['SettingsChanged', null, { tokenSupply: 7 }],
      ['UserDeleted', 1, { userId: 1 }],
    ]);
  });

  it('holds no personal data', async () => {
    const rows = await audit.query<{ type: string; facts: string }>('select type, facts from audit.entries');
    for (const { type, facts } of rows) {
      const [, definition] = Object.entries(eventTypes).find(([name]) => name === type) ?? [];
      const personal = definition !== undefined && 'personal' in definition ? definition.personal.fields : [];
      for (const field of personal) expect(facts).not.toContain(`"${field}"`);
    }
    expect(JSON.stringify(rows)).not.toMatch(/Member1|example\.org/);
  });

  it('numbers the entries of a conversation', async () => {
    await audit.refill(
      ...events,
      message('m3', 2, 1),
      { type: 'MessageDeleted', data: { messageId: 'm2', senderId: 2, receiverId: null } },
      { type: 'MessageDeleted', data: { messageId: 'm3', senderId: 2, receiverId: 1 } },
    );
    const rows = await audit.query<{ conversation: string; place: number }>(
      'select conversation, place from audit.entries where place is not null order by position',
    );
    expect(rows.map(({ conversation, place }) => `${conversation} ${place}`)).toEqual([
      ...['1-2 0', 'global 0', '1-2 1'],
      ...['1-2 2', 'global 1', '1-2 3'],
    ]);
  });
});
