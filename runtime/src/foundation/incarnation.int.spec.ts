import { randomUUID } from 'node:crypto';
import { openPostgresLog, type PostgresLog } from '@pmcw/event-store';
import { freshDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf, Installations, register } from '../../test/installations.ts';
import { type Installation, type RightLog, verifyInstance } from './instance.ts';

let given: Installations;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  given = new Installations();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await given.close();
});

async function verified(installation: Installation): Promise<RightLog> {
  const found = await verifyInstance(installation);
  if ('wrong' in found) throw new Error(found.wrong);
  return found;
}

const incarnationsOf = async (installation: Installation) =>
  (await verified(installation)).identity.incarnations.map(({ id }) => id);

/** An installation with a member, whose log is in a database that can be copied. */
async function installed() {
  const database = await freshDatabase();
  closers.push(() => database.drop());
  const vault = await given.vault();
  const log = await openPostgresLog({ connectionString: database.url });
  const { id } = await verified({ vault, log });
  await register({ vault, log }, 1);
  return { vault, log, id, database };
}

/** As a server-side copy or a restored dump: the same rows elsewhere. */
async function copied(url: string): Promise<PostgresLog> {
  const copy = `spec_copy_${randomUUID().replaceAll('-', '')}`;
  const server = new URL(url);
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  await client.query(`create database ${copy} template ${new URL(url).pathname.slice(1)}`);
  closers.push(async () => {
    await client.query(`drop database ${copy} with (force)`);
    await client.end();
  });
  const address = new URL(url);
  address.pathname = `/${copy}`;
  const log = await openPostgresLog({ connectionString: address.href });
  closers.push(() => log.close());
  return log;
}

describe('the incarnation of a log', () => {
  it('is the installation, and stays while the log is where it was', async () => {
    const { vault, log, id } = await installed();
    const before = await eventsOf(log);
    expect(await incarnationsOf({ vault, log })).toEqual([id]);
    expect(await eventsOf(log)).toEqual(before);
    await log.close();
  });

  it('changes once when the database was restored elsewhere, however many processes start then', async () => {
    const { vault, log, id, database } = await installed();
    await log.close();
    const restored = await copied(database.url);
    await vault.bookmarks.set('spec', { engine: 'postgres', position: 97n });
    const found = await Promise.all(
      Array.from({ length: 5 }, () => incarnationsOf({ vault, log: restored })),
    );
    expect(new Set(found.map((ids) => ids.join()))).toEqual(new Set([found[0]?.join()]));
    expect(found[0]).toEqual([id, expect.any(String)]);
    expect(await incarnationsOf({ vault, log: restored })).toEqual(found[0]);
    expect((await vault.bookmarks.find('spec'))?.position).toBe(2n);
  });

  it('changes when the files of the database are others', async () => {
    const made = await given.new();
    const at = (born: string) => incarnationsOf({ ...made, place: { born } });
    const first = await at('1');
    expect(await at('1')).toEqual(first);
    // Without knowing where they are.
    expect(await incarnationsOf(made)).toEqual(first);
    expect(await at('2')).toEqual([...first, expect.any(String)]);
  });

  it('changes when the vault was restored, whose backup lacks the note that it knows the log', async () => {
    const { vault, log, id } = await installed();
    const find = async () => ({ id, isConfirmed: false });
    const restored = { ...vault, instance: { ...vault.instance, find } };
    const ids = await incarnationsOf({ vault: restored, log });
    expect(ids).toEqual([id, expect.any(String)]);
    expect(await incarnationsOf({ vault, log })).toEqual(ids);
    await log.close();
  });

  it('of a log from before there were any starts with the first process that knows them', async () => {
    const { vault, log } = await given.old();
    const { id } = await vault.instance.find();
    await log.append('instance', 'no-stream', [
      { eventId: id, type: 'InstanceNamed', data: { instanceId: id }, metadata: {} },
    ]);
    await vault.instance.confirm(id);
    const ids = await incarnationsOf({ vault, log });
    expect(ids).toEqual([id, expect.any(String)]);
    expect(await incarnationsOf({ vault, log })).toEqual(ids);
  });
});
