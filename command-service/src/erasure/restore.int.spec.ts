import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { texts } from '@pmcw/contracts';
import { silent } from '@pmcw/resilience';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { openVault, runVaultCli, type Vault } from '@pmcw/vault';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { password, type Running, registration, run } from '../../test/running.ts';

let app: Running;
let restored: TestDatabase;
let folder: string;
beforeEach(async () => {
  [app, restored] = await Promise.all([run(), freshDatabase()]);
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-erasure-'));
});
afterEach(async () => {
  await app.stop();
  await Promise.all([restored.drop(), rm(folder, { recursive: true })]);
});

async function vaultCli(connectionString: string, ...args: readonly string[]): Promise<void> {
  const out = new PassThrough().resume();
  expect(await runVaultCli(args, { connectionString, masterKey: app.masterKey, logger: silent }, out)).toBe(
    0,
  );
}

/** Whether a vault still has the member’s data. */
const knows = async (vault: Vault, id: number) => ({
  key: (await vault.subjectKeys.keysOf([id], false)).get(id) instanceof Uint8Array,
  password: await vault.passwords.verify(id, password),
});

it('an older backup of the vault restores an erased member only until a command service starts', async () => {
  const [ada, bea] = [await app.register('ada'), await app.register('bea')];
  const admin = await app.administrator();
  // Erased before the backup, and so before the reviewed part of the log.
  expect(await admin.call('DELETE', `/api/admin/users/${bea.id}`)).toMatchObject({ status: 204 });
  await app.service.finishErasures();
  const file = path.join(folder, 'vault.backup');
  await vaultCli(app.databaseUrl, 'backup', file);
  expect(await admin.call('DELETE', `/api/admin/users/${ada.id}`)).toMatchObject({ status: 204 });
  await app.service.finishErasures();
  expect(await app.service.finishErasures()).toBe(0);

  await vaultCli(restored.url, 'restore', file);
  const vault = await openVault({ connectionString: restored.url, masterKey: app.masterKey });
  expect(await knows(vault, ada.id)).toEqual({ key: true, password: true });
  expect(await knows(vault, bea.id)).toEqual({ key: false, password: false });
  const again = await app.another(restored.url);
  await expect.poll(() => knows(vault, ada.id)).toEqual({ key: false, password: false });
  await vault.close();

  const browser = app.browser(again);
  for (const username of ['ada', 'bea']) {
    const taken = await browser.post('/api/register', {
      ...registration(username),
      email: `${username}.2@example.org`,
    });
    expect(taken).toMatchObject({ status: 409, body: { detail: texts.refusals.usernameTaken } });
  }
  expect(await browser.post('/api/login', { username: 'ada', password })).toMatchObject({ status: 401 });
  expect(
    await browser.post('/api/register', { ...registration('cleo'), email: 'ada@example.org' }),
  ).toMatchObject({
    status: 201,
  });
});

it('a vault whose bookmark is of another or a longer log reviews the whole log', async () => {
  const ada = await app.register('ada');
  await (await app.administrator()).call('DELETE', `/api/admin/users/${ada.id}`);
  const { engine } = app.eventStore;
  for (const place of [
    { engine: 'eventstoredb', position: 1n },
    { engine, position: 1_000_000n },
  ]) {
    await app.vault.bookmarks.set('erasures', place);
    expect(await app.service.finishErasures()).toBe(1);
  }
  expect(await app.service.finishErasures()).toBe(0);
});
