import { historySchema, problemSchema, problems } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { modelNames } from '@pmcw/projections/tables';
import { contentsOf, isSoak } from '@pmcw/testing';
import { allOf, type FuzzedRequest, type Operation, operationsOf, requestsFor } from '@pmcw/testing/fuzz';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from './world.ts';

/**
 * Inputs per operation, and concurrent ones: some ask for a position that is not reached yet, and wait for it together.
 */
const inputs = isSoak ? 5_000 : 20;
const group = isSoak ? 500 : 20;

const administrator = 1;
const member = 2;
const suspended = 3;

let world: World;
let known: string[] = [];
beforeAll(async () => {
  // Short, because many ask for a position that never comes.
  world = await openWorld({ readYourWritesMs: 20 });
  for (const username of ['admin', 'member', 'suspended']) await world.register(username);
  await world.record({ type: 'AdminGranted', data: { userId: administrator } }, streams.user(administrator));
  await world.record({ type: 'UserSuspended', data: { userId: suspended } }, streams.user(suspended));
  const sent = await world.send(administrator, member, 'Hello');
  await world.send(member, null, 'Hello all');
  await world.settle();
  await world.sign();
  const history = await world.json(historySchema, '/api/admin/history', { as: administrator });
  known = ['1', '2', 'admin', 'member', sent.id, ...history.slice(0, 1).map(({ eventId }) => eventId)];
});
afterAll(() => world.close());

/** Documents that have crashed GraphQL servers. */
const documents = [
  '{ __typename }',
  '{ __schema { types { name } } }',
  '{ a: __typename b: __typename }',
  `{ ${Array.from({ length: 2_000 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
  `${'{ a '.repeat(500)}${'}'.repeat(500)}`,
  'query A { ...F } fragment F on Query { ...G } fragment G on Query { ...F }',
  'query A { __typename } query B { __typename }',
  'mutation { __typename }',
  'subscription { __typename }',
  'query ($a: Int = 99999999999999999999) { __typename }',
  'query ($a: Missing!) { __typename }',
  '{ __typename @skip(if: "yes") }',
  `{ __typename ${'@include(if: true) '.repeat(1_000)} }`,
  '{ directory(page: 99999999999) { users { username } } }',
  `{ directory(query: "${'%'.repeat(2_000)}") { users { username } } }`,
  '{ profile(username: "\\u0000") { username } }',
  '{ profile(username: "admin") { username wallets { address } } }',
  '{ adminStats { totalUsers } }',
  '"""',
  '#',
];

function requestsTo(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const made = requestsFor(operation, known);
  if (operation.path !== '/graphql') return made;
  const document = fc.constantFrom(...documents);
  const given = fc.record({
    query: document,
    variables: fc.constantFrom(undefined, {}, { a: 1 }, { a: null }),
  });
  return fc.oneof(
    made,
    given.map((body) => ({
      method: 'POST',
      url: '/graphql',
      payload: JSON.stringify(body),
      contentType: 'application/json',
    })),
  );
}

const senders = fc.oneof(
  { arbitrary: fc.constant<number | null>(administrator), weight: 6 },
  { arbitrary: fc.constant<number | null>(member), weight: 6 },
  { arbitrary: fc.constant<number | null>(suspended), weight: 1 },
  { arbitrary: fc.constant<number | null>(null), weight: 2 },
);

/** Injects requests without sockets, and checks that each answer is valid. */
async function ask(
  { method, url, payload, contentType }: FuzzedRequest,
  sender: number | null,
): Promise<void> {
  const answer = await world.app.inject({
    method: v.parse(v.picklist(['GET', 'POST']), method),
    url,
    headers: {
      origin: 'http://localhost:8080',
      ...(sender === null ? {} : { cookie: `session=member-${sender}` }),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const { statusCode: status, headers, body } = answer;
  // Thrown, because `expect` would take as long as the answers. Overload is allowed with Retry-After.
  const isBusy = status === 503 && headers['retry-after'] !== undefined;
  if (status >= 500 && !isBusy) throw new Error(`${url} ${payload}: ${status} ${body}`);
  if (status < 400 || !headers['content-type']?.toString().includes('problem')) return;
  const problem = v.parse(problemSchema, answer.json());
  if (problem.status !== status || !Object.hasOwn(problems, problem.code)) {
    throw new Error(`${url} ${payload}: ${status} has the body ${body}`);
  }
}

/** Files are streamed: under overload a stream breaks off, because its status is already sent. */
const groupOf = ({ path }: Operation): number =>
  /\/export(\.\w+)?$/.test(path) ? Math.min(50, group) : group;

async function fuzz(operation: Operation): Promise<void> {
  const atOnce = groupOf(operation);
  const request = fc.tuple(requestsTo(operation), senders);
  const together = fc.array(request, { minLength: atOnce, maxLength: atOnce });
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(together, async (all) => {
      await Promise.all(all.map(([asked, sender]) => ask(asked, sender)));
      sent += all.length;
    }),
    allOf(inputs / atOnce),
  );
  expect([operation.name, sent]).toEqual([operation.name, inputs]);
}

/** All content of the read models, and the log's head. */
async function everything(): Promise<unknown> {
  const found: unknown[] = [await world.stored.head()];
  for (const model of modelNames) {
    const contents = await contentsOf(world.databaseUrl, model);
    found.push(await contents.now());
    await contents.close();
  }
  return found;
}

describe('strange requests are answered properly, and change nothing', () => {
  it('on every operation', { timeout: isSoak ? 6 * 60 * 60 * 1000 : 600_000 }, async () => {
    await world.app.ready();
    const before = await everything();
    for (const operation of operationsOf(world.app.swagger())) await fuzz(operation);
    expect(await everything()).toEqual(before);
  });
});
