import { randomUUID } from 'node:crypto';
import {
  type HistoryEntry,
  historyChainSchema,
  historyDetailsSchema,
  historySchema,
  limits,
} from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let [boss, ada, bea] = [0, 0, 0];
beforeAll(async () => {
  world = await openWorld();
  boss = await world.register('boss');
  ada = await world.register('ada');
  bea = await world.register('bea');
  await world.record({ type: 'AdminGranted', data: { userId: boss } }, streams.user(boss));
  await world.settle();
});
afterAll(() => world.close());

const details = (eventId: string) =>
  world.json(historyDetailsSchema, `/api/admin/history/${eventId}`, { as: boss });
const chain = (eventId: string) =>
  world.json(historyChainSchema, `/api/admin/history/${eventId}/chain`, { as: boss });
const idsOf = async (eventId: string) => (await chain(eventId)).entries.map((entry) => entry.eventId);

/** A request that verifies Ada, a later effect of it, and a request that undoes it. */
async function verifiedAndUndone() {
  const [request, command] = [randomUUID(), randomUUID()];
  const [verified, tokens, later, undone, tokensGone] = Array.from({ length: 5 }, () => randomUUID());
  const of = (eventId: string | undefined, correlationId: string, causationId: string) =>
    ({ eventId: eventId ?? '', correlationId, causationId }) as const;
  const stream = streams.user(ada);
  const userId = ada;
  await world.record(
    { type: 'UserVerified', data: { userId } },
    stream,
    boss,
    of(verified, request, command),
  );
  const set = { type: 'TokensSet', data: { userId, pmcwTokens: 1, cause: 'verified' } } as const;
  await world.record(set, stream, boss, of(tokens, request, command));
  const notice = {
    type: 'NotificationRead',
    data: { readerId: ada, notificationId: verified ?? '' },
  } as const;
  await world.record(notice, streams.inbox(ada), ada, of(later, randomUUID(), verified ?? ''));
  const undo = randomUUID();
  await world.record(
    { type: 'UserUnverified', data: { userId } },
    stream,
    boss,
    of(undone, undo, verified ?? ''),
  );
  const unset = { type: 'TokensSet', data: { userId, pmcwTokens: 0, cause: 'unverified' } } as const;
  await world.record(unset, stream, boss, of(tokensGone, undo, verified ?? ''));
  await world.settle();
  return [verified, tokens, later, undone, tokensGone].map(String);
}

describe('the chain of an event', () => {
  it('is the same from each of its events: causes, the request, and effects, oldest first', async () => {
    const all = await verifiedAndUndone();
    await world.record({ type: 'UserVerified', data: { userId: bea } }, streams.user(bea), boss);
    for (const eventId of all) expect(await idsOf(eventId)).toEqual(all);
    expect((await chain(all[0] ?? '')).isWhole).toBe(true);
  });

  it('is only the event itself without causes and effects', async () => {
    const eventId = randomUUID();
    await world.record({ type: 'UserSuspended', data: { userId: bea } }, streams.user(bea), boss, {
      eventId,
      causationId: eventId,
    });
    await world.settle();
    expect(await idsOf(eventId)).toEqual([eventId]);
  });

  it('is cut when too long, but always has the requested event', async () => {
    const correlationId = randomUUID();
    const read = { type: 'GlobalChatRead', data: { readerId: bea, upTo: '1' } } as const;
    for (let n = 0; n < limits.historyChainMax; n += 1)
      await world.record(read, streams.inbox(bea), bea, { correlationId });
    const eventId = randomUUID();
    await world.record(read, streams.inbox(bea), bea, { correlationId, eventId });
    await world.settle();
    const { entries, isWhole } = await chain(eventId);
    expect([entries.length, isWhole]).toEqual([limits.historyChainMax, false]);
    expect(entries.at(-1)?.eventId).toBe(eventId);
  });

  it('takes one statement beside the guard’s', async () => {
    const [first = ''] = await verifiedAndUndone();
    expect(await world.statementsOf(() => chain(first))).toBe(await world.statementsOf(() => details(first)));
  });

  it.each(['', '/chain'])('is 404 for a missing event and for an invalid id: %s', async (rest) => {
    const nobodys = `/api/admin/history/${randomUUID()}${rest}`;
    await world.problem(404, 'not_found', nobodys, { as: boss });
    await world.problem(400, 'invalid_input', `/api/admin/history/1${rest}`, { as: boss });
  });
});

describe('a record', () => {
  const newest = async (type: string) => {
    await world.settle();
    const [entry] = await world.json(historySchema, `/api/admin/history?type=${type}&limit=1`, { as: boss });
    return details(entry?.eventId ?? '');
  };

  it('is the event as stored in the log, with personal data', async () => {
    const stream = streams.user(ada);
    const edited = { userId: ada, fullName: 'Ada King', bio: 'Counts', telegramHandle: '' };
    await world.record({ type: 'ProfileEdited', data: edited }, stream, ada);
    const { entry, record } = await newest('ProfileEdited');
    expect(record).toEqual({
      ...{ eventId: entry.eventId, type: 'ProfileEdited', stream, revision: entry.revision },
      position: entry.position,
      metadata: {
        actorId: ada,
        correlationId: entry.correlationId,
        causationId: entry.causationId,
        time: entry.occurredAt,
      },
      data: edited,
    });
    expect(entry).toMatchObject({ actor: { username: 'ada' }, facts: { userId: ada } });
  });

  it('has the text of a global message, unless it is deleted', async () => {
    await world.send(ada, bea, 'between us');
    expect((await newest('MessageSent')).record.data).toMatchObject({
      content: '[sealed]',
      voiceHash: null,
      senderId: ada,
    });
    const { id } = await world.send(ada, null, 'to all');
    const sent = await newest('MessageSent');
    expect(sent.record.data).toMatchObject({ content: 'to all' });
    const audience = { messageId: id, senderId: ada, receiverId: null };
    await world.record({ type: 'MessageDeleted', data: audience }, streams.message(id), ada);
    expect((await details(sent.entry.eventId)).record.data).toMatchObject({ content: '[sealed]' });
    const said = { content: 'to all', messageType: 'text', voiceHash: null, voiceSeconds: null } as const;
    const at = { sentPosition: sent.entry.position, sentAt: sent.entry.occurredAt };
    const again = { type: 'MessageRestored', data: { ...audience, ...said, ...at } } as const;
    await world.record(again, streams.message(id), boss);
    const restored = await newest('MessageRestored');
    expect(restored.entry.facts).toEqual({ ...audience, messageType: 'text', voiceSeconds: null, ...at });
    for (const { entry } of [sent, restored])
      expect((await details(entry.eventId)).record.data).toMatchObject({ content: 'to all' });
    await world.record({ type: 'MessageDeleted', data: audience }, streams.message(id), boss);
    for (const { entry } of [sent, restored])
      expect((await details(entry.eventId)).record.data).toMatchObject({ content: '[sealed]' });
  });

  it('has no text of a private message that was restored', async () => {
    const { id, position } = await world.send(ada, bea, 'between us');
    const audience = { messageId: id, senderId: ada, receiverId: bea };
    await world.record({ type: 'MessageDeleted', data: audience }, streams.message(id), boss);
    const said = { content: 'between us', messageType: 'text', voiceHash: null, voiceSeconds: null } as const;
    const at = { sentPosition: position, sentAt: '2026-01-01T00:00:00.000Z' };
    await world.record(
      { type: 'MessageRestored', data: { ...audience, ...said, ...at } },
      streams.message(id),
      boss,
    );
    expect((await newest('MessageRestored')).record.data).toMatchObject({ content: '[sealed]' });
  });
});

describe('GraphQL', () => {
  const entrySchema = v.object({ position: v.string(), type: v.string(), facts: v.string() });
  const answerSchema = v.object({
    data: v.object({
      history: v.object({ entries: v.array(entrySchema), next: v.nullable(v.string()) }),
      historyChain: v.nullable(v.object({ isWhole: v.boolean(), entries: v.array(entrySchema) })),
    }),
  });
  const summaryOf = ({ position, type, facts }: HistoryEntry) => ({
    ...{ position, type },
    facts: JSON.stringify(facts),
  });
  const ask = (filter: string, eventId: string) =>
    world.json(answerSchema, '/graphql', {
      ...{ as: boss, method: 'POST' },
      body: {
        query: `{
          history(${filter}) { entries { position type facts } next }
          historyChain(eventId: "${eventId}") { isWhole entries { position type facts } }
        }`,
      },
    });

  it('returns the same entries for the same filter, page by page, and the same chain', async () => {
    const [verified = ''] = await verifiedAndUndone();
    const query = `target=${ada}&type=UserVerified,TokensSet&actor=${boss}`;
    const expected = await world.json(historySchema, `/api/admin/history?${query}`, { as: boss });
    const filter = `target: ${ada}, type: ["UserVerified", "TokensSet"], actor: "${boss}", limit: 2`;
    const first = (await ask(filter, verified)).data;
    const { history } = (await ask(`${filter}, before: "${first.history.next}"`, verified)).data;
    const listed = [...first.history.entries, ...history.entries];
    expect(listed).toEqual(expected.slice(0, 4).map(summaryOf));
    const { entries } = await chain(verified);
    expect(first.historyChain?.entries.map(({ position }) => position)).toEqual(
      entries.map(({ position }) => position),
    );
  });

  it('filters by stream, span and text like REST, one by one and combined', async () => {
    const [verified = '', , later = '', undone = ''] = await verifiedAndUndone();
    const [from, to] = await Promise.all(
      [verified, undone].map(async (eventId) => (await details(eventId)).entry.occurredAt),
    );
    const all = { stream: streams.inbox(ada), from, to, text: 'ada' };
    const askedBoth = async (filter: Readonly<Record<string, string | undefined>>) => {
      const given = Object.entries({ ...filter, limit: 200 });
      const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, `${value}`]));
      const expected = await world.json(historySchema, `/api/admin/history?${query}`, { as: boss });
      const args = given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join();
      const { entries } = (await ask(args, verified)).data.history;
      expect(entries).toEqual(expected.map(summaryOf));
      return expected.map(({ eventId }) => eventId);
    };
    for (const [name, value] of Object.entries(all)) await askedBoth({ [name]: value });
    expect(await askedBoth(all)).toEqual([later]);
  });
});
