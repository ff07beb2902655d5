import { eventTypes, type ProductEvents, streams } from '@pmcw/contracts/events';
import {
  createEventStore,
  createMemoryLog,
  type EventStore,
  LogUnavailableError,
  type Sealer,
} from '@pmcw/event-store';
import { silent } from '@pmcw/resilience';
import { eventually } from '@pmcw/testing/eventually';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type UserCommand, userDecider } from '../deciders/user.ts';
import { requireMember } from '../deciders/userState.ts';
import { Members } from '../members/members.ts';
import type { Authority } from '../proofs/authority.ts';
import { handle } from './handle.ts';
import { causeOf, stamp } from './stamp.ts';
import { StreamStates } from './streamStates.ts';
import { StreamTurns } from './streamTurns.ts';

/** Does not seal. */
const epoch = Symbol();
const openSealer: Sealer = {
  seal: async (fields) => fields.map(({ plaintext }) => plaintext),
  open: async (fields) => fields.map(({ sealed }) => sealed),
  epoch: () => epoch,
};
const clock = () => new Date('2026-01-02T03:04:05.000Z');
const stream = streams.user(7);
const register: UserCommand = {
  type: 'RegisterUser',
  userId: 7,
  username: 'ada',
  fullName: 'Ada',
  email: 'ada@example.org',
  telegramHandle: '',
  userType: 'General User',
};
const wallet = (n: number): UserCommand => ({
  type: 'AddWallet',
  walletId: `w${n}`,
  network: 'XYZ',
  address: `${n}`,
});
const rename = (fullName: string): UserCommand => ({
  type: 'EditProfile',
  fullName,
  bio: '',
  telegramHandle: '',
});

const observe = vi.fn();
/** Age of the session’s proof, in minutes. */
let provedMinutesAgo = 0;
const vault = { sessions: { isFresh: async (_id: string, ms: number) => provedMinutesAgo * 60_000 < ms } };
const given = (actorId: number | null, authority: Authority = { kind: 'session', sessionId: 's' }) =>
  causeOf({ actorId, correlationId: 'a request', authority });
let eventStore: EventStore<ProductEvents>;
beforeEach(() => {
  provedMinutesAgo = 0;
  eventStore = createEventStore(createMemoryLog(), eventTypes, openSealer);
});
const spendEvents = vi.fn(async () => undefined);
const handling = () => ({ eventStore, vault, clock, observe, turns: new StreamTurns(), spendEvents });
const noSnapshots = { find: async () => null, put: async () => undefined };
const statesOf = (entries = 10) => new StreamStates(eventStore, userDecider, { entries });
const perform = (states: ReturnType<typeof statesOf>, command: UserCommand, options?: { tries: number }) =>
  handle(handling(), states, stream, command, given(7), options);

describe('handling a command', () => {
  it('appends the decided events and returns the resulting state', async () => {
    const { state, revision, position } = await perform(statesOf(), register);
    expect(requireMember(state)).toMatchObject({ username: 'ada', createdAt: clock().toISOString() });
    expect(revision).toBe(0);
    expect(position).toBe(await eventStore.head());
  });

  it('records actor, time and cause; the events of one command share their cause', async () => {
    await perform(statesOf(), register);
    await perform(statesOf(), { type: 'VerifyUser' });
    const metadata = (await eventStore.readAll(0n)).events.map((event) => event.metadata);
    const ids = { actorId: 7, correlationId: 'a request', time: clock().toISOString() };
    expect(metadata).toEqual([1, 2, 3].map(() => ({ ...ids, causationId: expect.any(String) })));
    expect(metadata[1]?.causationId).toBe(metadata[2]?.causationId);
    expect(metadata[0]?.causationId).not.toBe(metadata[1]?.causationId);
  });

  it.each<{ minutes: number; type: 'EditProfile' | 'VerifyUser' | 'IssueResetLink'; isDone: boolean }>([
    { minutes: 4, type: 'IssueResetLink', isDone: true },
    { minutes: 6, type: 'IssueResetLink', isDone: false },
    { minutes: 59, type: 'VerifyUser', isDone: true },
    { minutes: 61, type: 'VerifyUser', isDone: false },
    { minutes: 100_000, type: 'EditProfile', isDone: true },
  ])('takes $type $minutes minutes after a proof: $isDone', async ({ minutes, type, isDone }) => {
    await perform(statesOf(), register);
    const head = await eventStore.head();
    provedMinutesAgo = minutes;
    const commands = {
      EditProfile: rename('Ada King'),
      VerifyUser: { type: 'VerifyUser' },
      IssueResetLink: { type: 'IssueResetLink', byUserId: 1 },
    } as const satisfies Record<typeof type, UserCommand>;
    const done = perform(statesOf(), commands[type]);
    if (isDone) await done;
    else await expect(done).rejects.toMatchObject({ code: 'fresh_proof_required' });
    expect((await eventStore.head()) > head).toBe(isDone);
  });

  it.each<{ by: Authority; isEnough: boolean }>([
    { by: { kind: 'frame' }, isEnough: false },
    { by: { kind: 'newcomer' }, isEnough: false },
    { by: { kind: 'password' }, isEnough: true },
    { by: { kind: 'link' }, isEnough: true },
    { by: { kind: 'event', eventId: 'an event' }, isEnough: true },
    { by: { kind: 'operator' }, isEnough: true },
  ])('takes what needs a proof on the word of $by.kind: $isEnough', async ({ by, isEnough }) => {
    await perform(statesOf(), register);
    const done = handle(
      handling(),
      statesOf(),
      stream,
      { type: 'ResetPassword', keep: [], isMailed: false },
      given(7, by),
    );
    if (isEnough) await done;
    else await expect(done).rejects.toMatchObject({ code: 'fresh_proof_required' });
  });

  it('names an event as the cause of its consequences, which use up no budget', async () => {
    await perform(statesOf(), register);
    spendEvents.mockClear();
    const cause = given(1, { kind: 'event', eventId: 'the cause' });
    await handle(handling(), statesOf(), stream, { type: 'SuspendUser' }, cause);
    expect(spendEvents).not.toHaveBeenCalled();
    const { events } = await eventStore.readAll(0n, { types: ['UserSuspended'] });
    expect(events).toMatchObject([{ metadata: { actorId: 1, causationId: 'the cause' } }]);
    await handle(handling(), statesOf(), stream, { type: 'UnsuspendUser' }, given(1));
    expect(spendEvents).toHaveBeenCalled();
  });

  it('decides again after a concurrent append, so that nothing is lost', async () => {
    await perform(statesOf(), register);
    const [one, other] = [statesOf(), statesOf()];
    await Promise.all([1, 2, 3].map((n) => perform(n % 2 ? one : other, wallet(n))));
    const { state } = await statesOf().load(stream);
    expect(
      requireMember(state)
        .wallets.map(({ id }) => id)
        .sort(),
    ).toEqual(['w1', 'w2', 'w3']);
  });

  /** Writes to the stream before each of the first appends; returns a function to count them. */
  async function intrude(times: number): Promise<() => number> {
    await perform(statesOf(), register);
    const append = eventStore.append;
    const intruder = statesOf();
    let n = 0;
    vi.spyOn(eventStore, 'append').mockImplementation(async (...args) => {
      if (n === times) return append(...args);
      n += 1;
      const { state, revision } = await intruder.load(stream);
      const [event] = userDecider.decide(state, wallet(n));
      if (event === undefined || revision === null) throw new Error('the intruder has something to do');
      const metadata = { actorId: 8, correlationId: 'x', causationId: 'y', time: clock().toISOString() };
      await append(stream, revision, [{ ...event, eventId: crypto.randomUUID(), metadata }]);
      return append(...args);
    });
    return () => n;
  }

  it('gives up with a conflict if other appends keep coming first', async () => {
    const intrusions = await intrude(21);
    await expect(perform(statesOf(), rename('Ada King'))).rejects.toMatchObject({ code: 'conflict' });
    expect(intrusions()).toBe(20);
  });

  it('gives up later if the option says so', async () => {
    const intrusions = await intrude(30);
    const { state } = await perform(statesOf(), rename('Ada King'), { tries: 31 });
    expect(intrusions()).toBe(30);
    expect(requireMember(state)).toMatchObject({ fullName: 'Ada King' });
  });

  it('reports the outcome by name only', async () => {
    observe.mockClear();
    await perform(statesOf(), register);
    await expect(perform(statesOf(), register)).rejects.toThrow();
    vi.spyOn(eventStore, 'append').mockRejectedValueOnce(new LogUnavailableError('away'));
    await expect(perform(statesOf(), rename('Ada King'))).rejects.toThrow();
    vi.spyOn(eventStore, 'append').mockRejectedValueOnce(new Error('a fault of ours'));
    await expect(perform(statesOf(), rename('Ada King'))).rejects.toThrow();
    expect(observe.mock.calls).toEqual([
      ['RegisterUser', 'done'],
      ['RegisterUser', 'conflict'],
      ['EditProfile', 'unavailable'],
      ['EditProfile', 'internal'],
    ]);
  });

  it('throws if the log is unavailable, without a retry', async () => {
    const append = vi.spyOn(eventStore, 'append').mockRejectedValue(new LogUnavailableError('away'));
    await expect(perform(statesOf(), register)).rejects.toBeInstanceOf(LogUnavailableError);
    expect(append).toHaveBeenCalledOnce();
  });
});

describe('states in memory', () => {
  it('are read on from their revision, not from the start', async () => {
    const states = statesOf();
    await perform(states, register);
    await perform(statesOf(), wallet(1));
    const reading = vi.spyOn(eventStore, 'readStream');
    const { state } = await states.load(stream);
    expect(requireMember(state).wallets).toHaveLength(1);
    expect(reading).toHaveBeenCalledExactlyOnceWith(stream, 1);
  });

  it('evict the least recently used', async () => {
    const states = statesOf(2);
    for (const userId of [1, 2, 3]) {
      const command = { ...register, userId };
      await handle(handling(), states, streams.user(userId), command, given(1));
      states.kept(streams.user(1));
    }
    expect([1, 2, 3].map((id) => states.kept(streams.user(id)) !== undefined)).toEqual([true, false, true]);
  });

  it('are not cached for streams that don’t exist', async () => {
    const states = statesOf();
    await states.load(stream);
    expect(states.kept(stream)).toBeUndefined();
  });

  it('are not cached if an event arrived during the read', async () => {
    const states = statesOf();
    await perform(statesOf(), register);
    const read = eventStore.readStream;
    vi.spyOn(eventStore, 'readStream').mockImplementationOnce(async function* (...args) {
      yield* read(...args);
      const { state } = await perform(statesOf(), rename('Ada King'));
      expect(requireMember(state).fullName).toBe('Ada King');
      const { events } = await eventStore.readAll(1n);
      for (const event of events) states.arrived(event);
    });
    expect(requireMember((await states.load(stream)).state).fullName).toBe('Ada');
    expect(states.kept(stream)).toBeUndefined();
  });

  it('drop a stream after a gap', async () => {
    const states = statesOf();
    await perform(states, register);
    for (const n of [1, 2]) await perform(statesOf(), wallet(n));
    const { events } = await eventStore.readAll(0n);
    const [, , missedOne] = events;
    if (missedOne === undefined) throw new Error('there are three events');
    states.arrived(missedOne);
    expect(states.kept(stream)).toBeUndefined();
  });
});

describe('members', () => {
  const logger = { ...silent, warn: vi.fn(), error: vi.fn() };
  beforeEach(() => vi.clearAllMocks());

  it('are kept current with other processes’ appends', async () => {
    const members = new Members(eventStore, noSnapshots, logger);
    await members.start();
    await perform(statesOf(), register);
    await expect.poll(async () => (await members.find(7))?.fullName).toBe('Ada');
    await perform(statesOf(), rename('Ada King'));
    await expect.poll(() => members.find(7)).toMatchObject({ fullName: 'Ada King' });
    await members.close();
  });

  it('are read from the log while it is not followed', async () => {
    const members = new Members(eventStore, noSnapshots, logger);
    await perform(statesOf(), register);
    expect(await members.find(7)).toMatchObject({ fullName: 'Ada' });
    await members.start();
    await members.close();
    await perform(statesOf(), rename('Ada King'));
    expect(await members.find(7)).toMatchObject({ fullName: 'Ada King' });
  });

  it('are followed again automatically after a failure', async () => {
    const members = new Members(eventStore, noSnapshots, logger);
    const subscribe = eventStore.subscribe.bind(eventStore);
    let breakIt: (error: Error) => void = () => undefined;
    vi.spyOn(eventStore, 'subscribe').mockImplementationOnce((...given) => {
      const subscription = subscribe(...given);
      const broken = new Promise<never>((_, reject) => {
        breakIt = (error) => void subscription.stop().then(() => reject(error));
      });
      return { ...subscription, done: broken };
    });
    await members.start();
    await perform(statesOf(), register);
    breakIt(new Error('an event that can’t be read'));
    await eventually(() => expect(logger.error).toHaveBeenCalledOnce());
    await perform(statesOf(), rename('Ada King'));
    expect(await members.find(7)).toMatchObject({ fullName: 'Ada King' });

    const reading = vi.spyOn(eventStore, 'readStream');
    await expect
      .poll(async () => {
        await members.find(7);
        reading.mockClear();
        await members.find(7);
        return reading.mock.calls.length;
      })
      .toBe(0);
    await perform(statesOf(), rename('Ada Lovelace'));
    await expect.poll(() => members.find(7)).toMatchObject({ fullName: 'Ada Lovelace' });
    await members.close();
  });

  it('are administrators by the log, even before this process has seen it', async () => {
    const members = new Members(eventStore, noSnapshots, logger);
    let stop = () => {};
    const done = new Promise<void>((resolve) => {
      stop = resolve;
    });
    vi.spyOn(eventStore, 'subscribe').mockReturnValueOnce({ done, stop: async () => stop() });
    await members.start();
    await perform(statesOf(), register);
    await expect(members.requireAdmin(7)).rejects.toMatchObject({ code: 'forbidden' });
    await eventStore.append(stream, 0, [
      stamp({ type: 'AdminGranted', data: { userId: 7 } }, given(null), clock()),
    ]);
    await expect(members.requireAdmin(7)).resolves.toBeUndefined();
    await members.close();
  });

  it('are found by id', async () => {
    const members = new Members(eventStore, noSnapshots, logger);
    await perform(members.states, register);
    expect(await members.find(8)).toBeNull();
    await expect(members.require(8)).rejects.toMatchObject({ code: 'not_found' });
    await expect(members.requireAdmin(7)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(members.requireAdmin(8)).rejects.toMatchObject({ code: 'not_signed_in' });
  });
});
