import {
  type GraphqlDocumentName,
  graphqlDocuments,
  hashOfDocument,
  historyDetailsSchema,
  historySchema,
  SEALED,
} from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { buildSchema, Kind, parse as parseDocument, validate } from 'graphql/index.js';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { schema } from './schema.ts';

let world: World;
let ada: number;
let boss: number;
beforeAll(async () => {
  world = await openWorld({ production: true });
  ada = await world.register('ada');
  boss = await world.register('boss');
  await world.record({ type: 'AdminGranted', data: { userId: boss } }, streams.user(boss));
  await world.send(boss, ada, 'hello');
  await world.settle();
});
afterAll(() => world.close());

const resultSchema = v.object({
  data: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  errors: v.optional(
    v.array(v.object({ message: v.string(), extensions: v.looseObject({ code: v.string() }) })),
  ),
});

const send = async (body: object, as?: number) => {
  const response = await world.ask('/graphql', {
    method: 'POST',
    body,
    ...(as === undefined ? {} : { as }),
  });
  const { data, errors = [] } = v.parse(resultSchema, await response.json());
  return { status: response.status, data, codes: errors.map(({ extensions }) => extensions.code) };
};
const byHash = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });

/** Variables, and refusals by role, for each document. */
const answers: Readonly<
  Record<GraphqlDocumentName, { variables: object; stranger: string | null; member: string | null }>
> = {
  adminStats: { variables: {}, stranger: 'not_signed_in', member: 'forbidden' },
  adminUsers: { variables: { query: 'ada' }, stranger: 'not_signed_in', member: 'forbidden' },
  verificationQueue: { variables: { limit: 100 }, stranger: 'not_signed_in', member: 'forbidden' },
  history: { variables: { limit: 200 }, stranger: 'not_signed_in', member: 'forbidden' },
  directory: { variables: { query: 'ada', limit: 100 }, stranger: null, member: null },
  notifications: { variables: { limit: 100 }, stranger: 'not_signed_in', member: null },
  profile: { variables: { username: 'ada' }, stranger: null, member: null },
  conversations: { variables: { limit: 30, messages: 50 }, stranger: 'not_signed_in', member: null },
};

const names = Object.keys(graphqlDocuments).filter((name): name is GraphqlDocumentName => name in answers);
const documents = names.map((name) => [name, graphqlDocuments[name], answers[name]] as const);

describe.each(documents)('the document %s', (_name, document, expected) => {
  it('is valid', () => {
    expect(validate(buildSchema(schema), parseDocument(document))).toEqual([]);
  });

  it('is answered in production by its hash, to those with access', async () => {
    const { variables, stranger, member } = expected;
    const ask = (as?: number) => send({ ...byHash(hashOfDocument(document)), variables }, as);
    const outcomes = [await ask(), await ask(ada), await ask(boss)];
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(outcomes.map(({ codes }) => codes[0] ?? null)).toEqual([stranger, member, null]);
    expect(Object.values(outcomes[2]?.data ?? {})).not.toContain(null);
  });

  it('is also accepted in full', async () => {
    const { codes, status } = await send({
      query: document,
      ...byHash(hashOfDocument(document)),
      variables: { username: 'ada' },
    });
    expect([status, codes.includes('invalid_input')]).toEqual([200, false]);
  });
});

/** Fields of `Query` without a document, and their alternatives in production. */
const withoutDocument: Readonly<Record<string, string>> = {
  me: 'GET /api/user',
  settings: 'GET /api/settings',
  adminUser: 'adminUsers has all of it, and administrators may send any document',
  historyChain: 'administrators may send any document',
  historyDetails: 'GET /api/admin/history/{eventId}, and administrators may send any document',
};

describe('every field of Query', () => {
  it('is in a document, or has a reason not to be', () => {
    const asked = names.flatMap((name) =>
      parseDocument(graphqlDocuments[name]).definitions.flatMap((definition) =>
        definition.kind === Kind.OPERATION_DEFINITION
          ? definition.selectionSet.selections.flatMap((field) =>
              field.kind === Kind.FIELD ? [field.name.value] : [],
            )
          : [],
      ),
    );
    const fields = Object.keys(buildSchema(schema).getQueryType()?.getFields() ?? {});
    expect([...new Set(asked), ...Object.keys(withoutDocument)].sort()).toEqual(fields.sort());
  });
});

describe('in production', () => {
  const own = '{ __schema { queryType { name } } }';

  it('any document is answered for administrators only, including the schema', async () => {
    expect(await send({ query: own }, boss)).toMatchObject({
      status: 200,
      data: { __schema: { queryType: { name: 'Query' } } },
    });
    for (const query of [own, '{ me { id } }', '{ __typename }']) {
      for (const as of [undefined, ada]) {
        expect(await send({ query }, as)).toEqual({ status: 403, data: undefined, codes: ['forbidden'] });
      }
    }
  });

  it('administrators get an event as stored in the log, like in REST', async () => {
    const [newest] = await world.json(historySchema, '/api/admin/history?type=MessageSent', { as: boss });
    const details = await world.json(historyDetailsSchema, `/api/admin/history/${newest?.eventId}`, {
      as: boss,
    });
    expect(details.record.data).toMatchObject({ content: SEALED });
    const query = `{ historyDetails(eventId: "${newest?.eventId}") { entry { position facts } record } }`;
    expect(await send({ query }, boss)).toMatchObject({
      data: {
        historyDetails: {
          entry: { position: newest?.position, facts: JSON.stringify(newest?.facts) },
          record: JSON.stringify(details.record),
        },
      },
    });
  });

  it('an unknown hash is reported, also when an administrator has sent its document', async () => {
    await send({ query: own, ...byHash(hashOfDocument(own)) }, boss);
    for (const as of [undefined, ada, boss]) {
      expect(await send(byHash(hashOfDocument(own)), as)).toMatchObject({
        status: 404,
        codes: ['not_found'],
      });
    }
  });

  it('an invalid hash, a mismatch, or an empty request is refused', async () => {
    for (const hash of ['', 'x', hashOfDocument('').toUpperCase(), `${hashOfDocument('')}0`]) {
      await world.problem(400, 'invalid_input', '/graphql', { method: 'POST', body: byHash(hash) });
    }
    const other = byHash(hashOfDocument(graphqlDocuments.profile));
    expect(await send({ query: own, ...other }, boss)).toMatchObject({
      status: 400,
      codes: ['invalid_input'],
    });
    for (const body of [{}, { query: null }, { extensions: {} }, { extensions: null }]) {
      expect(await send(body, ada)).toMatchObject({ status: 400, codes: ['invalid_input'] });
    }
  });

  it('suspended administrators may only send hashes', async () => {
    const former = await world.register('former');
    await world.record({ type: 'AdminGranted', data: { userId: former } }, streams.user(former));
    await world.settle();
    expect((await send({ query: own }, former)).status).toBe(200);
    await world.record({ type: 'UserSuspended', data: { userId: former } }, streams.user(former));
    await world.settle();
    expect((await send({ query: own }, former)).status).toBe(403);
  });
});
