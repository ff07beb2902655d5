import { randomBytes, randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { eventTypes } from '@pmcw/contracts/events';
import { createEventStore, openPostgresLog } from '@pmcw/event-store';
import { productModels, runProjectionsCli } from '@pmcw/projections';
import { onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase } from '@pmcw/testing';
import { startMailServer } from '@pmcw/testing/mail';
import { openVault } from '@pmcw/vault';
import pg from 'pg';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { TestClient } from '../../gateway/test/client.ts';
import {
  adminPassword,
  cookiesOf,
  publicUrl,
  type RunningProduct,
  registration,
  runProduct,
} from '../test/product.ts';
import { closing } from '../test/servedLogs.ts';

const masterKey = randomBytes(32);
const answerSchema = v.looseObject({ id: v.number() });

/** Registers or signs in. */
async function enter(product: RunningProduct, where: string, body: object) {
  const answer = await product.ask('POST', where, { body });
  expect(answer.ok).toBe(true);
  return { cookie: cookiesOf(answer), id: v.parse(answerSchema, await answer.json()).id };
}

const send = (product: RunningProduct, cookie: string, receiverId: number, content: string) =>
  product.ask('POST', '/api/messages', {
    cookie,
    body: { messageId: uuidv7(), receiverId, messageType: 'text', content },
  });

/** Rebuilds every read model from the log; returns the exit codes. */
const rebuildAll = async (databaseUrl: string): Promise<readonly number[]> =>
  closing(await openVault({ connectionString: databaseUrl, masterKey }), async (vault) =>
    closing(await openPostgresLog({ connectionString: databaseUrl }), async (log) => {
      const eventStore = createEventStore(log, eventTypes, vault.sealer);
      const logger = pino({ level: 'silent' });
      const codes: number[] = [];
      for (const { name } of productModels) {
        const deps = { eventStore, incarnations: onlyIncarnation, connectionString: databaseUrl, logger };
        codes.push(await runProjectionsCli(['rebuild', name], deps, new PassThrough().resume()));
      }
      return codes;
    }),
  );

it('a member whose key is lost or damaged affects no other member: neither pages, sockets nor mails', async () => {
  const database = await freshDatabase();
  const mailServer = await startMailServer();
  const options = {
    foundation: { DATABASE_URL: database.url, VAULT_KEY: masterKey },
    mail: { smtpUrl: mailServer.url, from: 'site@example.org' },
    rateLimits: 'off',
  } as const;

  const before = await runProduct(options);
  const ada = await enter(before, '/api/register', registration('ada'));
  const eve = await enter(before, '/api/register', registration('eve'));
  const bob = await enter(before, '/api/register', registration('bob'));
  for (const { cookie } of [ada, eve]) expect((await send(before, cookie, bob.id, 'before')).ok).toBe(true);
  await before.stop();

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('delete from vault.subject_keys where subject = $1', [ada.id]);
  await client.query(`update vault.subject_keys set wrapped = '\\x00' where subject = $1`, [eve.id]);
  await client.end();

  const product = await runProduct(options);
  expect(await rebuildAll(database.url)).toEqual(productModels.map(() => 0));

  const socket = await new TestClient(`${product.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: bob.cookie, origin: publicUrl },
  }).opened();
  socket.send({ type: 'authenticate', userId: bob.id });
  await socket.first('authenticated');
  const password = registration('').password;
  const again = await enter(product, '/api/login', { username: 'ada', password });
  expect((await send(product, again.cookie, bob.id, 'after')).ok).toBe(true);
  const { message } = await socket.first('new_message');
  expect(message).toMatchObject({ content: 'after', sender: { fullName: '[unreadable]' } });
  await socket.close();

  const admin = await enter(product, '/api/login', { username: 'admin', password: adminPassword });
  for (const { id } of [ada, eve]) {
    const suspended = await product.ask('PATCH', `/api/admin/users/${id}/suspend`, {
      cookie: admin.cookie,
      body: { isSuspended: true },
    });
    expect(suspended.ok).toBe(true);
  }
  const changed = await product.ask('POST', '/api/user/change-password', {
    cookie: bob.cookie,
    body: { currentPassword: password, newPassword: `another ${randomUUID()}` },
  });
  expect(changed.ok).toBe(true);
  const subjects = () => mailServer.to('bob@example.org').map(({ subject }) => subject);
  await expect.poll(subjects, { timeout: 60_000 }).toContain('Your password for localhost:8080 was changed');
  await product.stop();
  await mailServer.close();
  await database.drop();
});
