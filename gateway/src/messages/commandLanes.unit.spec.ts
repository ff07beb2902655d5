import { type CommandOutcome, type FrameCommand, ProblemError } from '@pmcw/contracts';
import { eventually } from '@pmcw/testing/eventually';
import { describe, expect, it, vi } from 'vitest';
import { silent } from '../../test/silent.ts';
import { CommandLanes } from './commandLanes.ts';

const lookupFailed = Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' });
const outcome: CommandOutcome = { position: '1', message: null };
const send = (id: string, receiverId: number | null): FrameCommand => ({
  type: 'SendMessage',
  messageType: 'text',
  voiceUrl: null,
  id,
  receiverId,
  content: 'x',
});

/** Lanes over a command service whose answers the spec controls. */
function lanesWith(inFlight = 32) {
  const answers = new Map<string, { give: () => void; fail: (error: Error) => void }>();
  const dispatched: string[] = [];
  const dispatch = (command: FrameCommand) =>
    new Promise<CommandOutcome>((resolve, reject) => {
      const name = command.type === 'SendMessage' ? command.id : 'read';
      dispatched.push(name);
      answers.set(name, { give: () => resolve(outcome), fail: reject });
    });
  const lanes = new CommandLanes({ actorId: 1, dispatch, inFlight, dispatchMs: 1_000, ...silent });
  return { lanes, dispatched, answers };
}

describe('command lanes', () => {
  it('keep the order within a conversation, and run conversations concurrently', async () => {
    const { lanes, dispatched, answers } = lanesWith();
    const runs = [
      lanes.run(send('a1', 2)),
      lanes.run(send('a2', 2)),
      lanes.run(send('b1', 3)),
      lanes.run({ type: 'MarkRead', peerId: null, upTo: null }),
    ];
    expect(dispatched).toEqual(['a1', 'b1', 'read']);
    answers.get('a1')?.give();
    await eventually(() => expect(dispatched).toEqual(['a1', 'b1', 'read', 'a2']));
    for (const name of ['a2', 'b1', 'read']) answers.get(name)?.give();
    await Promise.all(runs);
    expect(lanes.inFlight).toBe(0);
  });

  it('continue after a refusal', async () => {
    const { lanes, dispatched, answers } = lanesWith();
    const refused = lanes.run(send('a1', 2));
    const next = lanes.run(send('a2', 2));
    answers.get('a1')?.fail(new ProblemError('not_found', 'No such member.'));
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    await eventually(() => expect(dispatched).toContain('a2'));
    answers.get('a2')?.give();
    expect(await next).toBe(outcome);
  });

  it('limit the commands in flight', async () => {
    const { lanes, answers } = lanesWith(2);
    const runs = [lanes.run(send('a', 2)), lanes.run(send('b', 3))];
    await expect(lanes.run(send('c', 4))).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 1 });
    answers.get('a')?.give();
    answers.get('b')?.give();
    await Promise.all(runs);
    const again = lanes.run(send('c', 4));
    answers.get('c')?.give();
    expect(await again).toBe(outcome);
  });

  it('report a busy service when no answer comes, and hide other errors', async () => {
    vi.useFakeTimers();
    try {
      const { lanes, answers } = lanesWith();
      const hanging = expect(lanes.run(send('a', 2))).rejects.toMatchObject({
        code: 'unavailable',
        retryAfter: 1,
      });
      await vi.advanceTimersByTimeAsync(1_000);
      await hanging;
      const unreachable = lanes.run(send('c', 4));
      answers.get('c')?.fail(new TypeError('fetch failed', { cause: lookupFailed }));
      await expect(unreachable).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
      const failing = lanes.run(send('b', 3));
      answers.get('b')?.fail(new Error('a secret'));
      await expect(failing).rejects.toMatchObject({
        code: 'internal',
        message: 'Something went wrong on our side. Please try again.',
      });
    } finally {
      vi.useRealTimers();
    }
  });
});
