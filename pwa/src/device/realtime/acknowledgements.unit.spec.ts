import { describe, expect, it } from 'vitest';
import { ManualClock, messageAt } from '../offline/forSpecs.ts';
import { Acknowledgements } from './acknowledgements.ts';

const message = messageAt(7);
const { id } = message;
const lane = 'member:2';
const sent = { id, lane };

describe('waiting for an acknowledgement', () => {
  it.each([
    { type: 'ack', id, message, position: '7' },
    { type: 'new_message', message, position: '7' },
    { type: 'new_global_message', message, position: '7' },
  ] as const)('ends with $type', async (frame) => {
    const acknowledgements = new Acknowledgements(new ManualClock());
    const outcome = acknowledgements.of(sent);
    acknowledgements.note(frame);
    expect(await outcome).toEqual({ kind: 'accepted', message });
  });

  it("ends with an error that has the message's id", async () => {
    const acknowledgements = new Acknowledgements(new ManualClock());
    const [refused, asked] = [acknowledgements.of(sent), acknowledgements.of({ id: 'other', lane })];
    acknowledgements.note({ type: 'error', code: 'internal', detail: 'about nothing' });
    acknowledgements.note({ type: 'error', id, code: 'not_found', detail: 'No such member.' });
    acknowledgements.note({
      type: 'error',
      id: 'other',
      code: 'too_many_requests',
      detail: 'Slowly.',
      retryAfter: 3,
    });
    expect(await refused).toEqual({ kind: 'refused', code: 'not_found', detail: 'No such member.' });
    expect(await asked).toEqual({ kind: 'passing', waitingFor: 'server', retryAfter: 3 });
  });

  it('ends without an answer after 5 s, or when the socket closes', async () => {
    const clock = new ManualClock();
    const acknowledgements = new Acknowledgements(clock);
    const silent = acknowledgements.of(sent);
    clock.advance(4_999);
    expect(clock.waiting).toEqual([1]);
    clock.advance(1);
    expect(await silent).toBeNull();
    const cut = acknowledgements.of(sent);
    acknowledgements.giveUp();
    expect(await cut).toBeNull();
    expect(clock.waiting).toEqual([]);
  });

  it('has its deadline restarted by each answer to the lane, and ends with the whole lane', async () => {
    const clock = new ManualClock();
    const acknowledgements = new Acknowledgements(clock);
    const first = acknowledgements.of(sent);
    const ends = ['second', 'third'].map((id) => acknowledgements.of({ id, lane }));
    const other = acknowledgements.of({ id: 'other', lane: 'global' });
    clock.advance(4_999);
    acknowledgements.note({ type: 'ack', id, message, position: '7' });
    expect(await first).toMatchObject({ kind: 'accepted' });
    clock.advance(1);
    expect(await other).toBeNull();
    expect(clock.waiting).toEqual([4_999]);
    clock.advance(4_999);
    expect(await Promise.all(ends)).toEqual([null, null]);
    expect(clock.waiting).toEqual([]);
  });
});
