import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silent } from '@pmcw/resilience';
import { connectedDatabase } from '@pmcw/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupVault } from '../backup/backup.ts';
import { openVault, VaultTooNewError } from '../index.ts';
import { rotateMasterKey } from '../keys/rotation.ts';

const masterKey = new Uint8Array(32).fill(7);
let database: Awaited<ReturnType<typeof connectedDatabase>>;
beforeEach(async () => {
  database = await connectedDatabase();
});
afterEach(() => database.drop());

it('a vault that a newer version migrated is refused and unchanged', async () => {
  const { client, url: connectionString } = database;
  await (await openVault({ connectionString, masterKey })).close();
  await client.query(`insert into vault.migrations (name, run_on) values ('9999_of_later', now())`);
  const before = await client.query('select * from vault.migrations order by id');
  const file = path.join(tmpdir(), `${randomUUID()}.backup`);
  for (const refused of [
    () => openVault({ connectionString, masterKey }),
    () => rotateMasterKey({ connectionString, masterKey, logger: silent }),
    () => backupVault({ connectionString, file, logger: silent }),
  ]) {
    await expect(refused()).rejects.toThrow(new VaultTooNewError('9999_of_later'));
  }
  expect((await client.query('select * from vault.migrations order by id')).rows).toEqual(before.rows);
});

it('a vault that a newer version migrated is used, if that one says that this one works with it', async () => {
  const { client, url: connectionString } = database;
  await (await openVault({ connectionString, masterKey })).close();
  const known = (await client.query('select name, works_for, release from vault.migrations order by id'))
    .rows;
  expect(known.at(-1)).toEqual({
    ...{ name: '0034_acquaintances', works_for: '0031_mailed_links', release: '0.6.0' },
  });
  await client.query(
    `insert into vault.migrations (name, run_on, works_for, release)
     values ('9998_of_later', now(), '0031_mailed_links', '9.0.0')`,
  );
  await (await openVault({ connectionString, masterKey })).close();
  await client.query(
    `insert into vault.migrations (name, run_on, works_for, release)
     values ('9999_of_later', now(), '9998_of_later', '9.1.0')`,
  );
  await expect(openVault({ connectionString, masterKey })).rejects.toThrow('Start 9.1.0 or a later one');
});
