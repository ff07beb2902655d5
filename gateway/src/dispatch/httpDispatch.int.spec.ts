import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type CommandOutcome,
  dispatchBodySchema,
  dispatchMark,
  ProblemError,
  type SendMessage,
} from '@pmcw/contracts';
import { silent as quiet } from '@pmcw/resilience';
import { freePort } from '@pmcw/testing';
import { Registry } from 'prom-client';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHttpDispatch, type HttpDispatch, type HttpDispatchOptions } from './httpDispatch.ts';

const secret = 's'.repeat(32);
const id = '01890000-0000-7000-8000-000000000001';
const command: SendMessage = {
  type: 'SendMessage',
  messageType: 'text',
  voiceUrl: null,
  id,
  receiverId: 2,
  content: 'hello',
};
const context = { actorId: 1, correlationId: 'correlation-of-a-spec' };
const outcome: CommandOutcome = { position: '7', message: null };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** How a command service of a spec answers. */
type Behaviour = (reply: ServerResponse, request: IncomingMessage) => void;

const answering =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (reply) =>
    reply.writeHead(status, { [dispatchMark]: '1', ...headers }).end(JSON.stringify(body));
const problem = (error: ProblemError, headers: Record<string, string> = {}) =>
  answering(error.status, error.toProblem(), headers);
const done = answering(200, outcome);
/** Accepts the command, but dies before it answers. */
const losingTheAnswer: Behaviour = (reply) => reply.destroy();
const silent: Behaviour = () => undefined;

/** A real server that records the bodies it gets. */
async function commandService(behaviour: Behaviour) {
  const bodies: unknown[] = [];
  const now = { behaviour };
  const server = createServer(async (request, reply) => {
    bodies.push(JSON.parse(await text(request)));
    expect(request.headers.authorization).toBe(`Bearer ${secret}`);
    now.behaviour(reply, request);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    behave(next: Behaviour) {
      now.behaviour = next;
    },
  };
}

const message = (n: number) => ({
  command: { ...command, id: `01890000-0000-7000-8000-${String(n).padStart(12, '0')}` },
  context,
});
const busy = new ProblemError('unavailable', 'Busy.');

/** Nothing listens there. */
const dead = 'http://127.0.0.1:1';

const logger = { ...quiet, warn: vi.fn(), error: vi.fn() };
const limits = { answerMs: 60_000, patienceMs: 60_000, pauseFirstMs: 10, restFirstMs: 50, restMostMs: 200 };
/** Keeps equal addresses in the given order. */
const inOrder = () => 0;

function dispatchTo(addresses: readonly string[], options: Partial<HttpDispatchOptions> = {}): HttpDispatch {
  const made = createHttpDispatch({ addresses, secret, logger, limits, random: inOrder, ...options });
  closers.push(() => made.close());
  return made;
}

const refusalOf = (sent: Promise<CommandOutcome>): Promise<unknown> =>
  sent.then(
    () => 'not refused',
    (error: unknown) => error,
  );

describe('dispatch over HTTP', () => {
  it('sends the command with its context and resolves with the outcome', async () => {
    const service = await commandService(done);
    expect(await dispatchTo([service.url]).dispatch(command, context)).toEqual(outcome);
    expect(v.parse(v.tuple([dispatchBodySchema]), service.bodies)).toEqual([{ command, context }]);
  });

  it('sends messages together, and returns the end of each', async () => {
    const slowly = new ProblemError('too_many_requests', 'Slow down.', { retryAfter: 7 });
    const results = [{ outcome }, { problem: slowly.toProblem(), retryAfter: 7 }];
    const service = await commandService(answering(200, { results }));
    const messages = [message(1), message(2)];
    expect(await dispatchTo([service.url]).dispatchMessages(messages)).toEqual([outcome, slowly]);
    expect(v.parse(v.tuple([dispatchBodySchema]), service.bodies)).toEqual([{ messages }]);
  });

  it('sends messages one by one to an older service, up to one that must be sent again', async () => {
    const single = v.object({ command: v.object({ id: v.string() }) });
    const service = await commandService((...asked) => {
      const body = service.bodies.at(-1);
      const id = v.is(single, body) ? body.command.id : null;
      const answer = answers.find(([known]) => known === id)?.[1] ?? done;
      answer(...asked);
    });
    const answers: readonly (readonly [string | null, Behaviour])[] = [
      [null, problem(new ProblemError('invalid_input', 'No command.'))],
      [message(2).command.id, problem(new ProblemError('message_deleted', 'Deleted.'))],
      [message(4).command.id, problem(busy)],
    ];
    const messages = [1, 2, 3, 4, 5].map(message);
    const ends = await dispatchTo([service.url]).dispatchMessages(messages);
    expect(ends).toMatchObject([outcome, { code: 'message_deleted' }, outcome, busy, busy]);
    expect(service.bodies).toHaveLength(5);
  });

  it('passes a refusal on unchanged: code, sentence, fields and Retry-After', async () => {
    const refusal = new ProblemError('too_many_requests', 'Slow down.', {
      errors: [{ path: 'content', message: 'Too much of it.' }],
      retryAfter: 7,
    });
    const service = await commandService(problem(refusal, { 'retry-after': '7' }));
    const { dispatch } = dispatchTo([service.url, service.url]);
    const refused = await refusalOf(dispatch(command, context));
    expect(refused).toBeInstanceOf(ProblemError);
    expect(refused).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      message: 'Slow down.',
      errors: [{ path: 'content', message: 'Too much of it.' }],
      retryAfter: 7,
    });
    expect(service.bodies).toHaveLength(1);
  });

  it('skips an address that is down', async () => {
    const service = await commandService(done);
    const { dispatch } = dispatchTo([dead, service.url]);
    for (let n = 0; n < 10; n += 1) expect(await dispatch(command, context)).toEqual(outcome);
    expect(service.bodies).toHaveLength(10);
  });

  it('sends the same command to another address when the answer is lost', async () => {
    const [losing, well] = [await commandService(losingTheAnswer), await commandService(done)];
    const { dispatch } = dispatchTo([losing.url, well.url]);
    expect(await dispatch(command, context)).toEqual(outcome);
    expect(losing.bodies).toHaveLength(1);
    expect(well.bodies).toEqual(losing.bodies);
  });

  it('retries at the only address', async () => {
    const service = await commandService(losingTheAnswer);
    const sent = dispatchTo([service.url]).dispatch(command, context);
    await expect.poll(() => service.bodies.length).toBeGreaterThan(0);
    service.behave(done);
    expect(await sent).toEqual(outcome);
  });

  it('does not wait long for a slow address when another is healthy', async () => {
    const [slow, well] = [await commandService(silent), await commandService(done)];
    const { dispatch } = dispatchTo([slow.url, well.url], { limits: { ...limits, answerMs: 150 } });
    expect(await dispatch(command, context)).toEqual(outcome);
    expect(slow.bodies).not.toHaveLength(0);
  });

  it('tries another address when one is busy, and none twice when all are', async () => {
    const busy = () =>
      problem(new ProblemError('unavailable', 'Busy.', { retryAfter: 3 }), { 'retry-after': '3' });
    const [one, other] = [await commandService(busy()), await commandService(busy())];
    const { dispatch } = dispatchTo([one.url, other.url]);
    expect(await refusalOf(dispatch(command, context))).toMatchObject({ code: 'unavailable', retryAfter: 3 });
    expect([one.bodies.length, other.bodies.length]).toEqual([1, 1]);
    other.behave(done);
    expect(await dispatch(command, context)).toEqual(outcome);
  });

  it.each([
    [
      'a server that is shutting down',
      (reply: ServerResponse) => reply.writeHead(503).end('{"statusCode":503}'),
    ],
    ['another program', (reply: ServerResponse) => reply.writeHead(404).end('{"code":"not_found"}')],
    ['one that does not know the secret', (reply: ServerResponse) => reply.writeHead(401).end('{}')],
    ['one that answers nonsense', answering(200, { position: 'soon' })],
    [
      'one that refuses with an unknown code',
      answering(418, { ...new ProblemError('internal', 'x').toProblem(), code: 'tea' }),
    ],
  ])('accepts no answer from %s', async (_who, behaviour) => {
    const [wrong, well] = [await commandService(behaviour), await commandService(done)];
    const { dispatch } = dispatchTo([wrong.url, well.url]);
    expect(await dispatch(command, context)).toEqual(outcome);
    expect(wrong.bodies).toHaveLength(1);
    const alone = dispatchTo([wrong.url], { limits: { ...limits, patienceMs: 100 } });
    expect(await refusalOf(alone.dispatch(command, context))).toMatchObject({ code: 'unavailable' });
  });

  it('gives up in time when all are down, and logs that once per address', async () => {
    const registry = new Registry();
    logger.warn.mockClear();
    const { dispatch } = dispatchTo([dead, 'http://127.0.0.1:2'], {
      registry,
      limits: { ...limits, patienceMs: 1_000 },
    });
    expect(await refusalOf(dispatch(command, context))).toMatchObject({
      code: 'unavailable',
      status: 503,
      retryAfter: 1,
    });
    // Once per address, however many tries there were.
    expect(logger.warn.mock.calls.map(([fields]) => fields)).toEqual(
      expect.arrayContaining([
        { origin: dead, reason: 'ECONNREFUSED' },
        { origin: 'http://127.0.0.1:2', reason: 'ECONNREFUSED' },
      ]),
    );
    expect(logger.warn).toHaveBeenCalledTimes(2);
    expect(await registry.metrics()).toMatch(/gateway_dispatch_tries_total\{outcome="away"\} \d+/);
  });

  it('uses an address again that has recovered', async () => {
    const [first, second] = [await commandService(losingTheAnswer), await commandService(done)];
    const { dispatch } = dispatchTo([first.url, second.url]);
    await dispatch(command, context);
    expect(first.bodies).toHaveLength(1);
    first.behave(done);
    second.behave(losingTheAnswer);
    expect(await dispatch(command, context)).toEqual(outcome);
  });

  it('limits how many commands wait', async () => {
    const service = await commandService(silent);
    const { dispatch, close } = dispatchTo([service.url], { limits: { ...limits, inFlight: 2 } });
    const waiting = [dispatch(command, context), dispatch(command, context)].map(refusalOf);
    expect(await refusalOf(dispatch(command, context))).toMatchObject({ code: 'unavailable', retryAfter: 1 });
    await close();
    await Promise.all(waiting);
  });

  it('refuses waiting commands when it is closed', async () => {
    const service = await commandService(silent);
    const made = dispatchTo([service.url]);
    const refused = refusalOf(made.dispatch(command, context));
    await expect.poll(() => service.bodies.length).toBe(1);
    await made.close();
    expect(await refused).toMatchObject({ code: 'unavailable' });
  });
});
