import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { eventually } from '@pmcw/testing/eventually';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newDataDir, postmasterOf, query } from '../test/postgres.ts';
import { adminPassword, cookiesOf, type RunningProduct, registration, runProduct } from '../test/product.ts';
import { type Database, openDatabase } from './database.ts';

/** The cookies of a session; none when refused. */
async function signIn(
  product: RunningProduct,
  username = 'admin',
  password = adminPassword,
): Promise<string> {
  return cookiesOf(await product.ask('POST', '/api/login', { body: { username, password } }));
}

const send = (product: RunningProduct, cookie: string, id: string) =>
  product.ask('POST', '/api/messages/global', { cookie, body: { id, content: `message ${id}` } });

describe('a product whose own database is killed', () => {
  const logger = { warn: () => undefined };
  const kills = 3;
  let dataDir: string;
  let database: Database;
  let product: RunningProduct;

  beforeEach(async () => {
    dataDir = await newDataDir();
    const limit = { restarts: kills, withinMs: Number.POSITIVE_INFINITY };
    database = await openDatabase(undefined, dataDir, { logger, limit });
    product = await runProduct({
      foundation: { DATABASE_URL: database.url, VAULT_KEY: randomBytes(32) },
      databaseDied: database.died,
      rateLimits: 'off',
    });
  });
  afterEach(async () => {
    await product.stop();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Ids of all messages of the global chat, page by page. */
  async function shown(cookie: string): Promise<string[]> {
    const ids: string[] = [];
    for (let next: string | undefined = '/api/messages/global'; next !== undefined; ) {
      const response = await product.ask('GET', next, { cookie });
      ids.push(...v.parse(v.array(v.object({ id: v.string() })), await response.json()).map(({ id }) => id));
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    return ids;
  }

  it('continues with everything that it confirmed, without repeats', async () => {
    const cookie = await signIn(product);
    const sent: string[] = [];
    const registered: string[] = [];
    let isOver = false;

    /** Sends like a device: with the same id until it is confirmed. */
    async function keepSending(): Promise<void> {
      while (!isOver) {
        const id = uuidv7();
        await eventually(async () => expect((await send(product, cookie, id)).status).toBe(201));
        sent.push(id);
      }
    }
    async function keepRegistering(): Promise<void> {
      for (let n = 0; !isOver; n += 1) {
        // Each try with another name, because an interrupted registration reserves its name for a while.
        const body = registration(`member_${n}`);
        const { status } = await product.ask('POST', '/api/register', { body });
        if (status === 201) registered.push(body.username);
      }
    }

    const senders = [keepSending(), keepSending(), keepSending(), keepRegistering()];
    for (let n = 1; n <= kills; n += 1) {
      const before = { sent: sent.length, registered: registered.length };
      await eventually(() => expect(sent.length).toBeGreaterThan(before.sent + 10));
      process.kill(await postmasterOf(dataDir), 'SIGKILL');
      await eventually(() => expect(sent.length).toBeGreaterThan(before.sent + 20));
      await eventually(() => expect(registered.length).toBeGreaterThan(before.registered));
      await eventually(async () => expect((await product.ask('GET', '/readyz')).status).toBe(200));
    }
    isOver = true;
    await Promise.all(senders);

    const written = await query(
      database.url,
      "select stream from event_store.events where type = 'MessageSent'",
    );
    expect(written.map(({ stream }) => stream).toSorted()).toEqual(
      sent.map((id) => `message-${id}`).toSorted(),
    );
    await eventually(async () => expect((await shown(cookie)).toSorted()).toEqual(sent.toSorted()));
    for (const username of registered) expect(await signIn(product, username, 'correct horse')).not.toBe('');
  });
});

it('a product whose database is given up refuses appends at once', async () => {
  let die = () => {};
  const databaseDied = new Promise<void>((resolve) => {
    die = resolve;
  });
  const product = await runProduct({ databaseDied, rateLimits: 'off' });
  const cookie = await signIn(product);
  expect((await send(product, cookie, uuidv7())).status).toBe(201);
  die();
  await eventually(async () => {
    const response = await send(product, cookie, uuidv7());
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });
  await product.stop();
});
