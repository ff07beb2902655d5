import {
  type CommandOutcome,
  type DispatchMessages,
  type FrameCommand,
  limits,
  ProblemError,
  texts,
} from '@pmcw/contracts';
import { eventually } from '@pmcw/testing/eventually';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { silent } from '../../test/silent.ts';
import { defaultLimits } from '../limits.ts';
import { CommandLanes } from './commandLanes.ts';

const lookupFailed = Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' });
const outcome: CommandOutcome = { position: '1', message: null };
const voice = { messageType: 'voice', voiceUrl: 'data:audio/webm;base64,AAAA', content: '' } as const;
const nameOf = (command: FrameCommand) => {
  if (command.type !== 'SendMessage') return 'read';
  return command.messageType === 'voice' ? 'voice' : command.content;
};

/** Lanes over a command service whose answers the spec controls. Messages are called by their texts, joined by `+`. */
function lanesWith(commandsInFlight = 32) {
  const { messagesInFlight } = limits;
  const answers = new Map<
    string,
    { give: (...refusals: readonly ProblemError[]) => void; fail: (error: Error) => void }
  >();
  const dispatched: string[] = [];
  const ids = new Map<string, string>();
  const dispatch = (command: FrameCommand) =>
    new Promise<CommandOutcome>((resolve, reject) => {
      dispatched.push(nameOf(command));
      answers.set(nameOf(command), { give: () => resolve(outcome), fail: reject });
    });
  /** All are done but the last ones, for which it is given refusals. */
  const dispatchMessages: DispatchMessages = (messages) =>
    new Promise((resolve, reject) => {
      const name = messages.map(({ command }) => nameOf(command)).join('+');
      dispatched.push(name);
      const give = (...refusals: readonly ProblemError[]) =>
        resolve([...messages.slice(refusals.length).map(() => outcome), ...refusals]);
      answers.set(name, { give, fail: reject });
    });
  const lanes = new CommandLanes({
    ...{
      actorId: 1,
      dispatch,
      dispatchMessages,
      limits: { commandsInFlight, messagesInFlight, dispatchMs: 1_000 },
    },
    ...silent,
  });
  const idOf = (name: string) => {
    const id = ids.get(name) ?? uuidv7();
    ids.set(name, id);
    return id;
  };
  const send = (content: string, receiverId: number | null, previous?: string) =>
    lanes.send({
      ...{ type: 'message', id: idOf(content), receiverId, isGlobal: receiverId === null },
      ...(content === 'voice' ? voice : { content }),
      ...(previous === undefined ? {} : { previous: idOf(previous) }),
    });
  return { lanes, send, dispatched, answers };
}

/** The code of a refusal, or `done`. */
const end = (run: Promise<CommandOutcome>): Promise<string> =>
  run.then(
    () => 'done',
    (error: unknown) => (error instanceof ProblemError ? error.code : 'no problem'),
  );

describe('command lanes', () => {
  it('keep the order within a conversation, and run conversations concurrently', async () => {
    const { lanes, send, dispatched, answers } = lanesWith();
    const runs = [
      send('a1', 2),
      send('a2', 2),
      send('b1', 3),
      lanes.markRead({ type: 'mark_read', senderId: 2 }),
    ];
    expect(dispatched).toEqual(['a1', 'b1', 'read']);
    answers.get('a1')?.give();
    await eventually(() => expect(dispatched).toEqual(['a1', 'b1', 'read', 'a2']));
    for (const name of ['a2', 'b1', 'read']) answers.get(name)?.give();
    await Promise.all(runs);
    expect(lanes.inFlight).toBe(0);
  });

  it('continue after a refusal', async () => {
    const { send, dispatched, answers } = lanesWith();
    const refused = send('a1', 2);
    const next = send('a2', 2);
    answers.get('a1')?.fail(new ProblemError('not_found', 'No such member.'));
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    await eventually(() => expect(dispatched).toContain('a2'));
    answers.get('a2')?.give();
    expect(await next).toBe(outcome);
  });

  it('limit the commands in flight', async () => {
    const { send, answers } = lanesWith(2);
    const runs = [send('a', 2), send('b', 3)];
    await expect(send('c', 4)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 1 });
    answers.get('a')?.give();
    answers.get('b')?.give();
    await Promise.all(runs);
    const again = send('c', 4);
    answers.get('c')?.give();
    expect(await again).toBe(outcome);
  });

  it('accept twice the announced messages of four conversations, and read marks, on one socket', async () => {
    const { lanes, send, dispatched } = lanesWith(defaultLimits.commandsInFlight);
    const refusals: string[] = [];
    for (let n = 0; n < 2 * defaultLimits.messagesInFlight; n += 1) {
      for (const receiverId of [2, 3, 4, 5])
        send(`${n} to ${receiverId}`, receiverId).catch((error: unknown) => refusals.push(String(error)));
    }
    lanes
      .markRead({ type: 'mark_read', senderId: 2 })
      .catch((error: unknown) => refusals.push(String(error)));
    await eventually(() => expect(dispatched).toContain('read'));
    expect(refusals).toEqual([]);
  });

  it('report a busy service when no answer comes, and hide other errors', async () => {
    vi.useFakeTimers();
    try {
      const { send, answers } = lanesWith();
      const hanging = expect(send('a', 2)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
      await vi.advanceTimersByTimeAsync(1_000);
      await hanging;
      const unreachable = send('c', 4);
      answers.get('c')?.fail(new TypeError('fetch failed', { cause: lookupFailed }));
      await expect(unreachable).rejects.toMatchObject({ code: 'unavailable', retryAfter: 1 });
      const failing = send('b', 3);
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

describe('several messages of a conversation in flight', () => {
  const slowly = new ProblemError('too_many_requests', texts.refusals.tooMany, { retryAfter: 7 });

  it('get the same temporary error as the first, without being executed', async () => {
    const { send, dispatched, answers } = lanesWith();
    const ends = [send('1', 2), send('2', 2, '1'), send('3', 2, '2')];
    const other = send('elsewhere', 3);
    answers.get('1')?.fail(slowly);
    for (const one of ends) await expect(one).rejects.toBe(slowly);
    await expect(send('4', 2, '3')).rejects.toBe(slowly);
    expect(dispatched).toEqual(['1', 'elsewhere']);
    answers.get('elsewhere')?.give();
    expect(await other).toBe(outcome);
  });

  it('are executed again from a message that follows none', async () => {
    const { send, dispatched, answers } = lanesWith();
    const failed = [end(send('1', 2)), end(send('2', 2, '1'))];
    answers.get('1')?.fail(slowly);
    await Promise.all(failed);
    const again = [send('1', 2), send('2', 2, '1')];
    answers.get('1')?.give();
    await eventually(() => expect(dispatched).toEqual(['1', '1', '2']));
    answers.get('2')?.give();
    await Promise.all(again);
  });

  it('continue after one that is refused for good, or invalid', async () => {
    const { send, dispatched, answers } = lanesWith();
    const ends = ['1', ' ', '3'].map((name, i, names) => end(send(name, 2, names[i - 1])));
    answers.get('1')?.fail(new ProblemError('message_deleted', 'Deleted.'));
    await eventually(() => expect(dispatched).toEqual(['1', '3']));
    answers.get('3')?.give();
    expect(await Promise.all(ends)).toEqual(['message_deleted', 'invalid_input', 'done']);
  });

  it('are refused at once after a message that did not arrive last', async () => {
    const { send, dispatched, answers } = lanesWith();
    expect(await end(send('2', 2, 'lost'))).toBe('unavailable');
    const first = end(send('3', 2));
    expect(await end(send('5', 2, '4'))).toBe('unavailable');
    expect(await end(send('6', 2, '3'))).toBe('unavailable');
    answers.get('3')?.give();
    expect(await first).toBe('done');
    expect(dispatched).toEqual(['3']);
  });

  it('are dispatched together while another is under way, but not with voice messages or repeats', async () => {
    const { send, dispatched, answers } = lanesWith();
    const names = ['1', '2', '3', 'voice', '4', '5', '4'];
    const ends = names.map((name, i) => end(send(name, null, names[i - 1])));
    for (const together of ['1', '2+3', 'voice', '4+5', '4']) {
      await eventually(() => expect(dispatched.at(-1)).toBe(together));
      answers.get(together)?.give();
    }
    expect(await Promise.all(ends)).toEqual(names.map(() => 'done'));
    expect(dispatched).toHaveLength(5);
  });

  it('are dispatched together without ids of their own, too', async () => {
    const { lanes, dispatched, answers } = lanesWith();
    const sendNew = (content: string) =>
      lanes.send({ type: 'message', content, receiverId: null, isGlobal: true });
    const ends = ['1', '2', '3'].map((content) => end(sendNew(content)));
    answers.get('1')?.give();
    await eventually(() => expect(dispatched).toEqual(['1', '2+3']));
    answers.get('2+3')?.give();
    expect(await Promise.all(ends)).toEqual(['done', 'done', 'done']);
  });

  it('must be sent again after one of them that must be', async () => {
    const { send, dispatched, answers } = lanesWith();
    const names = ['1', '2', '3', '4', '5'];
    const ends = names.map((name, i) => end(send(name, 2, names[i - 1])));
    answers.get('1')?.give();
    await eventually(() => expect(dispatched).toEqual(['1', '2+3+4+5']));
    const gone = new ProblemError('message_deleted', 'Deleted.');
    answers.get('2+3+4+5')?.give(gone, slowly, slowly);
    expect(await Promise.all(ends)).toEqual(['done', 'done', 'message_deleted', slowly.code, slowly.code]);
    await expect(send('6', 2, '5')).rejects.toBe(slowly);
    expect(dispatched).toHaveLength(2);
  });

  it('may follow one that is already stored', async () => {
    const { send, answers } = lanesWith();
    const first = send('1', null);
    answers.get('1')?.give();
    await first;
    const second = send('2', null, '1');
    answers.get('2')?.give();
    expect(await second).toBe(outcome);
  });

  it('are limited, and the ones after a refused one must be sent again', async () => {
    const { send, dispatched, answers } = lanesWith();
    const names = Array.from({ length: 2 * limits.messagesInFlight + 2 }, (_, i) => `${i}`);
    const ends = names.map((name, i) => end(send(name, 2, names[i - 1])));
    expect(await Promise.all(ends.slice(-2))).toEqual(['too_many_requests', 'too_many_requests']);
    const [first = '', ...others] = names.slice(0, -2);
    answers.get(first)?.give();
    expect(await ends[0]).toBe('done');
    const behind = end(send('behind', 2, names.at(-1)));
    for (const name of [others.slice(0, 8).join('+'), others.slice(8).join('+')]) {
      await eventually(() => expect(dispatched).toContain(name));
      answers.get(name)?.give();
    }
    expect(await behind).toBe('unavailable');
    expect(dispatched).toHaveLength(3);
    expect(await Promise.all(ends.slice(0, -2))).toEqual(names.slice(0, -2).map(() => 'done'));
    expect(await end(send('late', 2, names.at(-1)))).toBe('unavailable');
  });

  it('must be sent again after very many other conversations, with little memory', async () => {
    const { send, dispatched, answers } = lanesWith();
    for (let receiverId = 2; receiverId <= 102; receiverId += 1) {
      const sent = send(`to ${receiverId}`, receiverId);
      answers.get(`to ${receiverId}`)?.give();
      await sent;
    }
    expect(await end(send('next', 2, 'to 2'))).toBe('unavailable');
    const next = send('another', 4, 'to 4');
    expect(dispatched.at(-1)).toBe('another');
    answers.get('another')?.give();
    await next;
  });
});
