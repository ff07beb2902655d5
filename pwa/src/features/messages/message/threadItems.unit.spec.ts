import { describe, expect, it } from 'vitest';
import type { OutboxRow, StoredMessage } from '../../../device/offline/database.ts';
import { orderOf, pendingOrder } from '../../../device/offline/keys.ts';
import type { Delivery } from '../../../device/offline/outbox/states.ts';
import { threadItems } from './threadItems.ts';

const ownerId = 1;
const start = new Date(2026, 2, 12, 12, 0).getTime();

const message = (
  n: number,
  senderId: number,
  minutes: number,
  order = orderOf(String(n)),
): StoredMessage => ({
  id: `m${n}`,
  conversation: 'member:2',
  order,
  senderId,
  content: `message ${n}`,
  voice: null,
  createdAt: new Date(start + minutes * 60_000).toISOString(),
});
const waiting = (n: number, minutes = n) => message(n, ownerId, minutes, pendingOrder(n));
const row = (seq: number, delivery: Delivery): OutboxRow => ({
  ...{
    seq,
    id: `m${seq}`,
    lane: 'member:2',
    task: 'send',
    messageType: 'text',
    content: '',
    attempts: 0,
    delivery,
  },
});
const ends = { before: undefined, after: undefined };
const items = (
  messages: StoredMessage[],
  more: {
    outbox?: OutboxRow[];
    peerReadUpTo?: string | null;
    openedAt?: string | null;
    before?: StoredMessage;
    after?: StoredMessage;
  } = {},
) => threadItems({ ownerId, messages, outbox: [], peerReadUpTo: null, openedAt: null, ...ends, ...more });
const shape = (all: ReturnType<typeof items>) =>
  all.map((item) =>
    item.kind === 'message' ? `${item.id}${item.isFirst ? '<' : ''}${item.isLast ? '>' : ''}` : item.kind,
  );
const deliveries = (all: ReturnType<typeof items>) =>
  all.flatMap((item) => (item.kind === 'message' ? [item.delivery] : []));

describe('a thread', () => {
  it("groups a sender's messages within five minutes", () => {
    const all = [message(1, 2, 0), message(2, 2, 4), message(3, 2, 9), message(4, 1, 10), message(5, 2, 11)];
    expect(shape(items(all))).toEqual(['day', 'm1<', 'm2>', 'm3<>', 'm4<>', 'm5<>']);
  });

  it('starts a day with its name', () => {
    const all = [message(1, 2, 0), message(2, 2, 12 * 60)];
    expect(shape(items(all))).toEqual(['day', 'm1<>', 'day', 'm2<>']);
  });

  it('has one line before messages of others since the last visit', () => {
    const all = [message(1, 2, 0), message(2, 1, 1), message(3, 2, 2), message(4, 2, 3)];
    expect(shape(items(all, { openedAt: orderOf('1') }))).toEqual([
      'day',
      'm1<>',
      'm2<>',
      'unread',
      'm3<',
      'm4>',
    ]);
    expect(shape(items(all, { openedAt: orderOf('4') }))).not.toContain('unread');
  });

  it('continues at the edges of its window', () => {
    const [before, first, last, after] = [
      message(1, 2, 0),
      message(2, 2, 1),
      message(3, 2, 2),
      message(4, 2, 3),
    ];
    expect(shape(items([first, last], { before, after }))).toEqual(['m2', 'm3']);
    expect(shape(items([first, last], { before, openedAt: orderOf('0') }))).toEqual(['m2', 'm3>']);
    expect(shape(items([first, last], { before, openedAt: orderOf('1') }))).toEqual(['unread', 'm2<', 'm3>']);
  });

  it('shows the delivery state of own messages', () => {
    const all = [message(1, 1, 0), message(2, 2, 1), message(3, 1, 2)];
    expect(deliveries(items(all, { peerReadUpTo: orderOf('2') }))).toEqual(['seen', null, 'sent']);
    expect(deliveries(items(all))).toEqual(['sent', null, 'sent']);
  });

  it('shows what unsent messages wait for, also those queued behind others', () => {
    const outbox = [
      row(1, { state: 'failed', code: 'not_found', detail: 'No such member.' }),
      row(2, { state: 'sending', attempt: 'a' }),
      row(3, { state: 'queued' }),
    ];
    const all = items([waiting(1), waiting(2), waiting(3)], { outbox });
    expect(deliveries(all)).toEqual(['failed', 'sending', 'queued']);
    expect(all[1]).toMatchObject({ reason: 'No such member.' });
    const held = [
      row(1, { state: 'waiting', waitingFor: 'sign-in', since: 0, until: null, asked: false }),
      row(2, { state: 'queued' }),
    ];
    expect(deliveries(items([waiting(1), waiting(2)], { outbox: held }))).toEqual(['signIn', 'signIn']);
  });
});
