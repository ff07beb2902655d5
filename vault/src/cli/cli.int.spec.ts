import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { silent } from '@pmcw/resilience';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVault, runVaultCli, type Vault, type VaultCliDependencies } from '../index.ts';
import { masterKeyOf } from '../keys/masterKey.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const [oldId, newId] = [masterKeyOf(oldKey).id, masterKeyOf(newKey).id];
const both = { masterKey: newKey, previousMasterKey: oldKey };

let database: TestDatabase;
let other: TestDatabase;
let folder: string;
let opened: Vault[];
beforeEach(async () => {
  [database, other] = await Promise.all([freshDatabase(), freshDatabase()]);
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-vault-cli-'));
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((vault) => vault.close()));
  await Promise.all([database.drop(), other.drop(), rm(folder, { recursive: true })]);
});

async function open(keys: Pick<VaultCliDependencies, 'masterKey' | 'previousMasterKey'>) {
  const vault = await openVault({ connectionString: database.url, ...keys });
  opened.push(vault);
  return vault;
}
async function closeAll(): Promise<void> {
  await Promise.all(opened.splice(0).map((vault) => vault.close()));
}

async function run(args: readonly string[], deps: Partial<VaultCliDependencies> = {}) {
  const out = new PassThrough();
  const printed = text(out);
  const code = await runVaultCli(
    args,
    { connectionString: database.url, masterKey: oldKey, logger: silent, ...deps },
    out,
  );
  out.end();
  return { code, printed: await printed };
}
const lines = (...expected: string[]) => expected.map((line) => `${line}\n`).join('');

describe('status', () => {
  it('shows the keys’ fingerprints during a rotation', async () => {
    const vault = await open({ masterKey: oldKey });
    await vault.subjectKeys.keysOf([1, 2], true);
    await vault.subjectKeys.destroy(3);
    expect(await run(['status'])).toEqual({
      code: 0,
      printed: lines(
        `master key      ${oldId} (VAULT_KEY)`,
        `members' keys   2 under ${oldId} (VAULT_KEY)`,
        'erased members  1',
        `processes       1 with ${oldId} (VAULT_KEY)`,
      ),
    });
    await open(both);
    const [current, previous] = [`${newId} (VAULT_KEY)`, `${oldId} (VAULT_KEY_PREVIOUS)`];
    const { printed } = await run(['status'], both);
    expect(printed.split('\n')).toEqual(
      expect.arrayContaining([
        `master key      ${previous}`,
        `processes       1 with ${previous}`,
        `processes       1 with ${current} and ${previous}`,
        'VAULT_KEY is not in use yet: run rotate-key.',
      ]),
    );
    await closeAll();
    await run(['rotate-key'], both);
    expect(await run(['status'], both)).toEqual({
      code: 0,
      printed: lines(
        `master key      ${current}`,
        `members' keys   2 under ${current}`,
        'erased members  1',
        'VAULT_KEY_PREVIOUS is no longer needed.',
      ),
    });
  });

  it('fails if the given keys don’t open the vault, or there is none', async () => {
    expect(await run(['status'])).toEqual({ code: 1, printed: 'This database holds no vault.\n' });
    await open({ masterKey: oldKey });
    await closeAll();
    const { code, printed } = await run(['status'], { masterKey: newKey });
    expect(code).toBe(1);
    expect(printed).toContain(`${oldId} (not given)`);
    expect(printed).toContain('No process can open this vault');
  });
});

describe('erased', () => {
  it('lists the ids of deleted members', async () => {
    const vault = await open({ masterKey: oldKey });
    await vault.subjectKeys.keysOf([2, 12], true);
    for (const id of [12, 7]) await vault.subjectKeys.destroy(id);
    expect(await run(['erased'])).toEqual({ code: 0, printed: '7\n12\n' });
  });
});

describe('rotate-key', () => {
  it('rotates, prints progress, and may be repeated', async () => {
    const vault = await open({ masterKey: oldKey });
    await vault.subjectKeys.keysOf([1, 2, 3], true);
    await closeAll();
    const done = `Everything is under ${newId}; VAULT_KEY_PREVIOUS is no longer needed.`;
    expect(await run(['rotate-key'], both)).toEqual({
      code: 0,
      printed: lines('100 %  3 of 3 keys', `3 keys rewrapped. ${done}`),
    });
    expect(await run(['rotate-key'], both)).toEqual({ code: 0, printed: `0 keys rewrapped. ${done}\n` });
  });

  it.each([
    ['only the new key', { masterKey: newKey }],
    ['only the key in use', { masterKey: oldKey }],
    ['the same key twice', { masterKey: oldKey, previousMasterKey: oldKey }],
  ])('claims nothing with %s', async (_what, keys) => {
    await open({ masterKey: oldKey });
    await closeAll();
    const { code, printed } = await run(['rotate-key'], keys);
    expect(code).toBe(1);
    expect(printed).toMatch(/^Nothing was done: set VAULT_KEY to the new key and VAULT_KEY_PREVIOUS/);
  });

  it('explains why it can’t', async () => {
    const vault = await open({ masterKey: oldKey });
    await vault.subjectKeys.keysOf([1, 2], true);
    expect(await run(['rotate-key'], both)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('1 running process does not hold the master key'),
    });
    await closeAll();
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query(`update vault.subject_keys set wrapped = 'x' where subject = 2`);
    await admin.end();
    expect(await run(['rotate-key'], both)).toEqual({
      code: 1,
      printed: lines(
        '100 %  2 of 2 keys',
        'Damaged, and left as they were: the keys of members 2.',
        `1 keys rewrapped, but some are not under ${newId}; keep VAULT_KEY_PREVIOUS.`,
      ),
    });
  });
});

describe('backup, restore and forget', () => {
  it('move a vault to another database, without members who were erased since', async () => {
    const file = path.join(folder, 'vault.backup');
    const vault = await open({ masterKey: oldKey });
    const place = (subject: number) => ({ subject, eventId: randomUUID(), field: 'bio' });
    const [ada, bea] = [place(10), place(11)];
    const sealed = await vault.sealer.seal([ada, bea].map((field) => ({ ...field, plaintext: 'me' })));
    const toOpen = [ada, bea].map((field, i) => ({ ...field, sealed: sealed[i] ?? '' }));
    for (const userId of [10, 11]) await vault.passwords.setFirst(userId, 'correct horse');
    const image = { bytes: randomBytes(100), mediaType: 'image/webp' };
    const { hash } = await vault.media.begin(11, 'avatar', image);

    const made = await run(['backup', file]);
    expect(made).toMatchObject({ code: 0, printed: expect.stringContaining(`under master key ${oldId}.`) });
    expect((await readFile(file)).length).toBeGreaterThan(0);
    const inOther = { connectionString: other.url };
    const restored = await run(['restore', file], inOther);
    expect(restored).toMatchObject({ code: 0, printed: expect.stringContaining('100 %') });
    expect(await run(['restore', file], inOther)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('holds a vault already'),
    });

    expect(await run(['forget', '11', '12'], inOther)).toEqual({ code: 0, printed: 'Erased: 11, 12.\n' });
    const again = await openVault({ ...inOther, masterKey: oldKey });
    opened.push(again);
    expect(await again.sealer.open(toOpen)).toEqual(['me', null]);
    expect((await again.subjectKeys.keysOf([12], true)).get(12)).toBeNull();
    expect(await again.passwords.verify(10, 'correct horse')).toBe(true);
    expect(await again.passwords.verify(11, 'correct horse')).toBe(false);
    expect(await again.media.describe(hash ?? '')).toBeNull();
  });
});

describe('rotate-profile-key', () => {
  it('makes another signing key, which running processes use at once', async () => {
    const vault = await open({ masterKey: oldKey });
    const [before] = await vault.profileKeys.all();
    const { code, printed } = await run(['rotate-profile-key']);
    const [key, retired] = await vault.profileKeys.all();
    expect([code, retired?.id]).toEqual([0, before?.id]);
    expect(printed).toBe(
      `Profiles are signed with ${key?.id} from now on. The keys before it stay published.\n`,
    );
    expect((await vault.profileKeys.signer()).keyId).toBe(key?.id);
  });

  it('does nothing without the vault’s key', async () => {
    const vault = await open({ masterKey: oldKey });
    const before = await vault.profileKeys.all();
    expect((await run(['rotate-profile-key'], { masterKey: newKey })).code).toBe(1);
    expect(await vault.profileKeys.all()).toEqual(before);
  });
});

describe('anything else', () => {
  it.each([
    [[]],
    [['status', 'x']],
    [['rotate-key', 'x']],
    [['rotate-profile-key', 'x']],
    [['backup']],
    [['backup', 'a', 'b']],
    [['restore']],
    [['forget']],
    [['forget', '1']],
    [['forget', '12', 'x']],
    [['forget', '12.5']],
    [['nothing']],
  ])('is refused: %j', async (args) => {
    expect((await run(args)).code).toBe(2);
  });
});
