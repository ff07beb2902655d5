import { describe, expect, it } from 'vitest';
import { ManualClock, messageAt } from '../offline/forSpecs.ts';
import { Acknowledgements } from './acknowledgements.ts';

const message = messageAt(7);
const { id } = message;

describe('waiting for an acknowledgement', () => {
  it.each([
    { type: 'ack', id, message, position: '7' },
    { type: 'new_message', message, position: '7' },
    { type: 'new_global_message', message, position: '7' },
  ] as const)('ends with $type', async (frame) => {
    const acknowledgements = new Acknowledgements(new ManualClock());
    const outcome = acknowledgements.of(id);
    acknowledgements.note(frame);
    expect(await outcome).toEqual({ kind: 'accepted', message });
  });

  it("ends with an error that has the message's id", async () => {
    const acknowledgements = new Acknowledgements(new ManualClock());
    const [refused, asked] = [acknowledgements.of(id), acknowledgements.of('other')];
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
    const silent = acknowledgements.of(id);
    clock.advance(4_999);
    expect(clock.waiting).toEqual([1]);
    clock.advance(1);
    expect(await silent).toBeNull();
    const cut = acknowledgements.of(id);
    acknowledgements.giveUp();
    expect(await cut).toBeNull();
    expect(clock.waiting).toEqual([]);
  });
});
