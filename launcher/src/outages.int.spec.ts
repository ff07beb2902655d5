import { refusalOf } from '@pmcw/http';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../gateway/test/client.ts';
import { query } from '../test/postgres.ts';
import {
  adminPassword,
  cookiesOf,
  publicUrl,
  type RunningProduct,
  registration,
  runProduct,
} from '../test/product.ts';

describe('a failure of PostgreSQL that passes', () => {
  let database: TestDatabase;
  let name: string;
  beforeEach(async () => {
    database = await freshDatabase();
    name = new URL(database.url).pathname.slice(1);
  });
  afterEach(() => database.drop());

  async function failureOf(url: string | URL, sql = 'select 1'): Promise<unknown> {
    const client = new pg.Client({ connectionString: String(url) });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.query(sql).then(
        () => expect.unreachable(),
        (error: unknown) => error,
      );
    } catch (error) {
      return error;
    } finally {
      await client.end();
    }
  }

  const withHost = (host: string) => {
    const url = new URL(database.url);
    url.hostname = host;
    return url;
  };

  it.each<[string, string, () => Promise<unknown>]>([
    ['a unix socket that is gone', 'ENOENT', () => failureOf('postgres:///pmcw?host=/nowhere')],
    ['a name that does not resolve', '(EAI_AGAIN|ENOTFOUND)', () => failureOf(withHost('host.invalid'))],
    ['a read-only database', '25006', () => failureOf(database.url, 'begin read only; create table t ()')],
    [
      'too many connections',
      '53300',
      async () => {
        const role = `few_${name}`;
        await query(database.url, `create role ${role} login password 'few' connection limit 0`);
        const url = new URL(database.url);
        [url.username, url.password] = [role, 'few'];
        const failure = await failureOf(url);
        await query(database.url, `drop role ${role}`);
        return failure;
      },
    ],
    ['a database that is gone', '3D000', () => failureOf(new URL('/not_there', database.url))],
    [
      'a slow statement',
      '57014',
      () => failureOf(database.url, 'set statement_timeout = 1; select pg_sleep(9)'),
    ],
  ])('is a 503 with Retry-After: %s', async (_what, code, fail) => {
    const failure = await fail();
    expect(failure).toMatchObject({ code: expect.stringMatching(new RegExp(`^${code}$`)) });
    expect(refusalOf(failure)).toMatchObject({ code: 'unavailable', retryAfter: 1 });
  });

  it.each(['selec', 'select from not_there', "select 'x'::int"])(
    'is not a wrong statement: %s',
    async (sql) => {
      expect(refusalOf(await failureOf(database.url, sql))).toBeNull();
    },
  );
});

describe('a product whose database', () => {
  let product: RunningProduct;
  let cookie: string;
  beforeEach(async () => {
    product = await runProduct({ rateLimits: 'off' });
    cookie = cookiesOf(await product.ask('POST', '/api/register', { body: registration('ada') }));
  });
  afterEach(() => product.stop());

  /** Changes the database while the product runs; its connections start again. */
  async function change(...statements: readonly string[]): Promise<void> {
    const server = new URL(product.databaseUrl);
    const name = server.pathname.slice(1);
    server.pathname = '/postgres';
    for (const statement of statements) await query(server.href, statement.replace('$', name));
    await query(
      server.href,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
  }

  it.each([
    [
      'is read-only',
      'alter database $ set default_transaction_read_only = on',
      'alter database $ reset default_transaction_read_only',
    ],
    [
      'refuses connections',
      'alter database $ with allow_connections false',
      'alter database $ with allow_connections true',
    ],
  ])('%s answers 503 and keeps what is sent queued, until it is back', async (_what, broken, whole) => {
    const socket = await new TestClient(`${product.url.replace('http', 'ws')}/ws`, {
      headers: { cookie, origin: publicUrl },
    }).opened();
    socket.send({ type: 'authenticate', userId: 2 });
    await socket.first('authenticated');
    const statuses = new Set<number>();
    const ask = async () => {
      const body = { messageId: uuidv7(), content: 'text', messageType: 'text' };
      const answers = await Promise.all([
        product.ask('POST', '/api/messages/global', { cookie, body }),
        product.ask('POST', '/api/login', { body: { username: 'admin', password: adminPassword } }),
        product.ask('PATCH', '/api/user/profile', { cookie, body: { fullName: 'Ada Lovelace', bio: '' } }),
      ]);
      for (const { status, headers } of answers) {
        statuses.add(status);
        if (status === 503) expect(headers.get('retry-after')).toBe('1');
      }
      return answers.map(({ status }) => status);
    };
    const isReady = async () => (await product.ask('GET', '/readyz')).status;
    await change(broken);
    await expect.poll(ask).toEqual([503, 503, 503]);
    await expect.poll(isReady).toBe(503);
    const message = { type: 'message', id: uuidv7(), isGlobal: true, content: 'kept', messageType: 'text' };
    socket.send({ ...message, senderId: 2, receiverId: 1 });
    expect(await socket.first('error')).toMatchObject({ id: message.id, code: 'unavailable' });
    await change(whole);
    await expect.poll(ask).toEqual([201, 200, 200]);
    await expect.poll(isReady).toBe(200);
    expect([...statuses].filter((status) => status >= 500)).toEqual([503]);
    await socket.close();

    const lines = (await product.log()).trim().split('\n');
    const errors = lines.map((line) =>
      v.parse(v.looseObject({ level: v.number(), msg: v.string() }), JSON.parse(line)),
    );
    const alarms = errors.filter(({ level }) => level >= 50).map(({ msg }) => msg);
    expect(alarms).toEqual([...new Set(alarms)]);
  });
});
