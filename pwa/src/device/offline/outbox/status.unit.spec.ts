import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutboxRow } from '../database.ts';
import type { ConversationKey } from '../keys.ts';
import type { Delivery, WaitingFor } from './states.ts';
import { outboxStatusOf } from './status.ts';
import { emptyOutbox } from './unsent.ts';

let seq = 0;
const row = (
  delivery: Delivery,
  lane: ConversationKey = 'member:2',
  change: Partial<OutboxRow> = {},
): OutboxRow => {
  seq += 1;
  const text = { messageType: 'text', content: 'hello', attempts: 0 } as const;
  return { seq, id: `m${seq}`, lane, task: 'send', ...text, delivery, ...change };
};
const queued: Delivery = { state: 'queued' };
const sending: Delivery = { state: 'sending', attempt: 'a' };
const failed: Delivery = { state: 'failed', code: 'not_found', detail: 'No such member.' };
const waiting = (waitingFor: WaitingFor): Delivery => ({
  ...{ state: 'waiting', waitingFor, since: 0, until: null, asked: false },
});

describe('the state of the outbox', () => {
  it('ignores messages in their first attempt', () => {
    expect(outboxStatusOf([])).toEqual(emptyOutbox);
    expect(outboxStatusOf([row(sending), row(queued)])).toMatchObject({ waiting: 0, unsent: 2 });
  });

  it('counts blocked messages and those behind them, lane by lane', () => {
    const rows = [row(waiting('network')), row(queued), row(sending, 'global'), row(queued, 'member:3')];
    expect(outboxStatusOf(rows)).toEqual({ waiting: 2, waitingFor: 'network', failed: 0, unsent: 4 });
  });

  it('does not flicker during a retry', () => {
    const again = { attempts: 3 };
    expect(outboxStatusOf([row(sending, 'global', again), row(queued, 'global')]).waiting).toBe(2);
    expect(outboxStatusOf([row(queued, 'global', again)]).waiting).toBe(1);
  });

  it('shows the reason that the owner can influence most', () => {
    const rows = [
      row(waiting('server')),
      row(waiting('sign-in'), 'global'),
      row(waiting('network'), 'member:3'),
    ];
    expect(outboxStatusOf(rows).waitingFor).toBe('sign-in');
    expect(outboxStatusOf(rows.filter(({ lane }) => lane !== 'global')).waitingFor).toBe('network');
  });

  it('counts refused messages separately, without blocking others', () => {
    expect(outboxStatusOf([row(failed), row(queued)])).toMatchObject({ waiting: 0, failed: 1, unsent: 2 });
  });

  it('excludes canceled messages', () => {
    const rows = [row(waiting('network'), 'member:2', { task: 'withdraw' })];
    expect(outboxStatusOf(rows)).toEqual(emptyOutbox);
  });

  it('counts no message twice, and no more than exist', () => {
    const deliveries = fc.constantFrom(queued, sending, failed, waiting('network'), waiting('sign-in'));
    const lanes = fc.constantFrom<ConversationKey>('global', 'member:2', 'member:3');
    const rows = fc.array(fc.tuple(deliveries, lanes).map(([delivery, lane]) => row(delivery, lane)));
    fc.assert(
      fc.property(rows, (all) => {
        const { waiting: held, failed: refused, unsent, waitingFor } = outboxStatusOf(all);
        expect(unsent).toBe(all.length);
        expect(held + refused).toBeLessThanOrEqual(unsent);
        expect(waitingFor === null).toBe(held === 0);
      }),
    );
  });
});
