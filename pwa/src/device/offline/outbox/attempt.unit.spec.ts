import { describe, expect, it } from 'vitest';
import type { OutboxRow } from '../database.ts';
import { messageAt } from '../forSpecs.ts';
import { Attempt, type Courier } from './attempt.ts';
import type { SendOutcome } from './outcome.ts';

const row = (id: string, change: Partial<OutboxRow> = {}): OutboxRow => ({
  ...{ seq: 1, id, lane: 'member:2', task: 'send', messageType: 'text', content: id, attempts: 0 },
  ...{ delivery: { state: 'sending', attempt: 'a' }, ...change },
});
const accepted = ({ id }: OutboxRow): SendOutcome => ({ kind: 'accepted', message: messageAt(1, { id }) });
const busy: SendOutcome = { kind: 'passing', waitingFor: 'server' };

/** Runs an attempt; answers on the socket come from `ahead` once all that fits is sent. */
async function run(
  rows: readonly OutboxRow[],
  ahead: (row: OutboxRow) => SendOutcome | null,
  stillClaimed = (claimed: readonly OutboxRow[]) => claimed,
  alone: (row: OutboxRow) => SendOutcome = accepted,
) {
  const sent: string[] = [];
  const settled: string[] = [];
  let answer: () => void = () => undefined;
  let answers = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const courier: Courier = {
    window: () => 3,
    sendAhead: async (next, previous) => {
      sent.push(`${next.id} after ${previous}`);
      await answers;
      return ahead(next);
    },
    send: async (next) => {
      sent.push(`${next.id} alone`);
      return alone(next);
    },
  };
  const settle = async ({ id }: OutboxRow) => void settled.push(id);
  const attempt = new Attempt({ rows, courier, settle, stillClaimed: async (next) => stillClaimed(next) });
  const ended = attempt.run();
  await new Promise((resolve) => setTimeout(resolve));
  const first = [...sent];
  answer();
  answers = Promise.resolve();
  return { first, sent, settled, stop: await ended };
}

describe('an attempt', () => {
  const [one, two, three, four] = [row('1'), row('2'), row('3'), row('4')];

  it('has as many texts in flight as the window allows, each naming the one before it', async () => {
    const { first, sent, settled, stop } = await run([one, two, three, four], accepted);
    expect(first).toEqual(['1 after null', '2 after 1', '3 after 2']);
    expect(sent.at(-1)).toBe('4 after 3');
    expect([settled, stop]).toEqual([['1', '2', '3', '4'], null]);
  });

  it('reads rows again half a window at a time, except those that were just claimed', async () => {
    const read: number[] = [];
    await run([one, two, three, four, row('5'), row('6')], accepted, (rows) => {
      read.push(rows.length);
      return rows;
    });
    expect(read).toEqual([2, 1]);
  });

  it('sends one by one, in order, what the socket did not answer', async () => {
    const { sent, settled, stop } = await run([one, two, three, four], ({ id }) =>
      id === '1' ? accepted(one) : null,
    );
    expect(sent.slice(-3)).toEqual(['2 alone', '3 alone', '4 alone']);
    expect([settled, stop]).toEqual([['1', '2', '3', '4'], null]);
  });

  it('stops at a message that has to wait, after the answers to those behind it', async () => {
    const { settled, stop } = await run([one, two, three, four], (next) => {
      if (next.id === '2') return busy;
      return next.id === '1' ? accepted(next) : null;
    });
    expect(settled).toEqual(['1']);
    expect(stop).toEqual({ row: two, outcome: busy, unclear: ['2', '3'] });
  });

  it('knows what the socket did not answer when it stops later', async () => {
    const { stop } = await run(
      [one, two, three],
      () => null,
      undefined,
      () => busy,
    );
    expect(stop).toEqual({ row: one, outcome: busy, unclear: ['1', '2', '3'] });
  });

  it('continues after a refused message', async () => {
    const refused: SendOutcome = { kind: 'refused', code: 'not_found', detail: 'No such member.' };
    const { settled, stop } = await run([one, two], (next) => (next.id === '1' ? refused : accepted(next)));
    expect([settled, stop]).toEqual([['1', '2'], null]);
  });

  it('sends recordings and withdrawals alone, once all before them are answered', async () => {
    const [voice, withdrawal] = [row('voice', { messageType: 'voice' }), row('gone', { task: 'withdraw' })];
    const { first, sent } = await run([one, voice, two, withdrawal], accepted);
    expect(first).toEqual(['1 after null']);
    expect(sent).toEqual(['1 after null', 'voice alone', '2 after null', 'gone alone']);
  });

  it('leaves out what is no longer its own', async () => {
    const { sent, settled } = await run([one, two, three, four, row('5')], accepted, (rows) =>
      rows.filter(({ id }) => id !== '4'),
    );
    expect(sent.slice(-2)).toEqual(['3 after 2', '5 after 3']);
    expect(settled).toEqual(['1', '2', '3', '5']);
  });
});
