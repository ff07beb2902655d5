import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CannotStartError } from '@pmcw/runtime';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { openVault } from '@pmcw/vault';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { firstAdminPassword, knownMasterKey, masterKey } from './places.ts';
import { readLauncherSettings, type Settings } from './settings.ts';

const logger = pino({ level: 'silent' });
let folder: string;
let file: string;
let settings: Settings;
let database: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-places-'));
  file = path.join(folder, 'vault.key');
  settings = readLauncherSettings({ DATA_DIR: folder });
  database = await freshDatabase();
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const keyForStart = () => masterKey(settings, { connectionString: database.url, logger });

async function openedWith(key: Uint8Array): Promise<void> {
  const vault = await openVault({ connectionString: database.url, masterKey: key, logger });
  await vault.close();
}

describe("the vault's key", () => {
  it('is made for a new vault, and only once', async () => {
    const made = await keyForStart();
    expect(made).toHaveLength(32);
    await openedWith(made);
    expect(await keyForStart()).toEqual(made);
    expect(await knownMasterKey(settings)).toEqual(made);
  });

  it('is not made for a vault that another key opens', async () => {
    await openedWith(randomBytes(32));
    await expect(keyForStart()).rejects.toThrow(CannotStartError);
    await expect(keyForStart()).rejects.toThrow(
      /There is no .*vault\.key, but the vault .* fingerprint [0-9a-f]{16}\./,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not replaced when it can’t be read, is empty or malformed', async () => {
    await symlink(file, file);
    await expect(keyForStart()).rejects.toThrow(`${file} can't be read (ELOOP`);
    await rm(file);
    for (const content of ['', `${randomBytes(31).toString('base64')}\n`]) {
      await writeFile(file, content);
      await expect(keyForStart()).rejects.toThrow('It was left as it is.');
      await expect(knownMasterKey(settings)).rejects.toThrow('It was left as it is.');
      expect(await readFile(file, 'utf8')).toBe(content);
    }
  });

  it('is not made by a tool, not even for a new vault', async () => {
    await expect(knownMasterKey(settings)).rejects.toThrow(`There is no ${file}, and VAULT_KEY is not set.`);
    expect(await readdir(folder)).toEqual([]);
  });
});

it('makes the administrator’s password once, and keeps a file that it can’t use', async () => {
  const made = await firstAdminPassword(settings);
  expect(await firstAdminPassword(settings)).toBe(made);
  const passwordFile = path.join(folder, 'admin-password');
  await writeFile(passwordFile, 'short');
  await expect(firstAdminPassword(settings)).rejects.toThrow(`${passwordFile} does not hold a password of 8`);
  expect(await readFile(passwordFile, 'utf8')).toBe('short');
});
