import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { silent } from '@pmcw/resilience';
import { scaled } from '@pmcw/testing';
import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rowsOf, type TwoVaults, twoVaults, whileWaiting } from '../../test/twoVaults.ts';
import { BackupExistsError, type Claim, NoVaultError } from '../index.ts';
import { masterKeyOf } from '../keys/masterKey.ts';
import { migrate } from '../migrations/index.ts';

/** Voice messages of 2 MB. Full size: 50. */
const media = 6;

let at: TwoVaults;
beforeEach(async () => {
  at = await twoVaults();
});
afterEach(() => at.close());

const username = (value: string): Claim => ({ kind: 'username', value });
const passing = ['sessions', 'sign_in_attempts', 'reset_links', 'challenges', 'drafts', 'mails'];

/** Any values that the tables accept: all of Unicode but NUL, times to the microsecond, empty and odd bytes. */
const text = fc.string({ unit: 'binary', maxLength: 30 }).map((value) => value.replaceAll('\0', ''));
const id = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const bytes = fc.uint8Array({ maxLength: 300 }).map((value) => Buffer.from(value));
const time = fc
  .tuple(fc.integer({ min: 0, max: 4_000_000_000 }), fc.integer({ min: 0, max: 999_999 }))
  .map(
    ([seconds, micros]) =>
      `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${String(micros).padStart(6, '0')}Z`,
  );
const content = fc.record({
  claims: fc.array(fc.tuple(text, bytes, id, fc.boolean(), time)),
  passwords: fc.array(fc.tuple(id, text, time)),
  subjectKeys: fc.array(fc.tuple(id, text, fc.option(bytes), time)),
  media: fc.array(fc.tuple(fc.uuid(), id, text, bytes, text, bytes, time, fc.boolean())),
  ids: fc.integer({ min: 1, max: 50 }),
});

type Content = typeof content extends fc.Arbitrary<infer T> ? T : never;

async function fill({ claims, passwords, subjectKeys, media, ids }: Content) {
  const insert = (table: string, values: readonly unknown[]) =>
    at.from.query(
      `insert into vault.${table} values (${values.map((_, i) => `$${i + 1}`).join(', ')}) on conflict do nothing`,
      [...values],
    );
  for (const row of claims) await insert('claims', row);
  for (const row of passwords) await insert('passwords', row);
  for (const [subject, key, wrapped, at] of subjectKeys) {
    await insert('subject_keys', [subject, key, wrapped, at, wrapped === null ? at : null]);
  }
  for (const row of media) await insert('media', row);
  await at.from.query(`select nextval('vault.user_ids') from generate_series(1, $1)`, [ids]);
}

describe('a backup that is restored', () => {
  it('equals the vault row by row, whatever its data', async () => {
    await at.withVault(at.source, async () => undefined);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(content, async (random) => {
        await at.from.query('truncate vault.claims, vault.passwords, vault.subject_keys, vault.media');
        await at.to.query('drop schema if exists vault cascade');
        await fill(random);
        run += 1;
        const file = at.fileNamed(String(run));
        await at.backup(file);
        await at.restore(file);
        expect(await rowsOf(at.to)).toEqual(await rowsOf(at.from));
        const [next, wanted] = await Promise.all(
          [at.to, at.from].map((pool) => pool.query(`select nextval('vault.user_ids')`)),
        );
        expect(next?.rows).toEqual(wanted?.rows);
      }),
      { numRuns: scaled(6) },
    );
  });

  it('opens as before: keys, names, passwords, media; but without sessions or valid reset links', async () => {
    const place = { subject: 10, eventId: randomUUID(), field: 'bio' };
    const image = { bytes: randomBytes(3_000_000), mediaType: 'image/webp' };
    const kept = await at.withVault(at.source, async (vault) => {
      const [sealed = ''] = await vault.sealer.seal([{ ...place, plaintext: 'I am Ada' }]);
      await vault.claims.take(10, [username('ada')]);
      await vault.passwords.setFirst(10, 'correct horse');
      await vault.subjectKeys.destroy(11);
      await vault.signInAttempts.admit('ada');
      const { token } = await vault.sessions.start(10);
      const link = (await vault.resetLinks.issue(10)).token;
      const { nonce } = await vault.challenges.issue('prove-wallet', 10, {});
      await vault.mails.queue({ id: 'm', userId: 10, kind: 'wallet_added', facts: {}, language: null });
      const draft = { conversation: 'global', text: 'half a thought', aside: [], revision: 0 };
      await vault.drafts.put({ userId: 10, sessionId: 's' }, draft, 9);
      return {
        sealed,
        token,
        link,
        nonce,
        hash: (await vault.media.begin(10, 'avatar', image)).hash ?? '',
        lastId: await vault.userIds.next(),
      };
    });
    await at.backup(at.fileNamed('b'));
    await at.restore(at.fileNamed('b'));
    await at.withVault(at.target, async (vault) => {
      expect(await vault.sealer.open([{ ...place, sealed: kept.sealed }])).toEqual(['I am Ada']);
      expect(await vault.claims.holder(username('ada'))).toBe(10);
      expect(await vault.passwords.verify(10, 'correct horse')).toBe(true);
      expect((await vault.media.read(kept.hash, 0, 4_000_000))?.equals(image.bytes)).toBe(true);
      expect((await vault.subjectKeys.keysOf([11], true)).get(11)).toBeNull();
      expect(await vault.sessions.find(kept.token)).toBeNull();
      expect(await vault.resetLinks.find(kept.link)).toBeNull();
      expect(await vault.challenges.find('prove-wallet', kept.nonce)).toBeNull();
      expect(await vault.userIds.next()).toBeGreaterThan(kept.lastId);
    });
    for (const table of passing) expect((await rowsOf(at.from))[table]).toHaveLength(1);
    for (const table of passing) expect((await rowsOf(at.to))[table]).toHaveLength(0);
  });

  it('is a snapshot, despite concurrent writes', async () => {
    await at.withVault(at.source, (vault) => vault.passwords.setFirst(10, 'before'));
    const before = await rowsOf(at.from);
    const held = await at.from.connect();
    await held.query('begin; lock table vault.passwords in access exclusive mode');
    const making = at.backup(at.fileNamed('b'));
    try {
      await expect.poll(() => whileWaiting(at.from, 'pmcw-vault-backup')).toBe(1);
      await held.query(
        `insert into vault.passwords values (11, 'later', now()); delete from vault.passwords where user_id = 10`,
      );
      await held.query(`insert into vault.claims values ('username', 'later', 11, true, now())`);
    } finally {
      await held.query('commit');
      held.release();
    }
    await making;
    await at.restore(at.fileNamed('b'));
    expect(await rowsOf(at.to)).toEqual(before);
  });

  it('may be from before the last migrations', async () => {
    await migrate(at.source.url, silent, 2);
    await at.from.query('insert into vault.master_key (key_id) values ($1)', [masterKeyOf(at.masterKey).id]);
    await at.from.query(`insert into vault.passwords values (10, 'hash', now())`);
    await at.backup(at.fileNamed('b'));
    await at.restore(at.fileNamed('b'));
    await at.withVault(at.target, (vault) => vault.claims.take(10, [username('ada')]));
    await at.withVault(at.source, (vault) => vault.claims.take(10, [username('ada')]));
    // Both hash as the vault did before.
    const hashes = await Promise.all(
      [at.from, at.to].map((pool) => pool.query('select hash from vault.claims')),
    );
    expect(hashes[0]?.rows).toEqual(hashes[1]?.rows);
    expect((await rowsOf(at.to)).passwords).toEqual((await rowsOf(at.from)).passwords);
  });

  it('may be from the middle of a rotation', async () => {
    await at.withVault(at.source, async () => undefined);
    const former = masterKeyOf(randomBytes(32)).id;
    await at.from.query('update vault.master_key set previous_key_id = $1', [former]);
    expect(await at.backup(at.fileNamed('b'))).toMatchObject({
      masterKeys: [masterKeyOf(at.masterKey).id, former],
    });
    await expect(at.restore(at.fileNamed('b'))).rejects.toThrow(former);
  });
});

describe('a backup file', () => {
  it('is readable only by its owner, and never overwrites another', async () => {
    const file = await at.someBackup();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const contents = await readFile(file);
    await expect(at.backup(file)).rejects.toThrow(BackupExistsError);
    expect(await readFile(file)).toEqual(contents);
  });

  it('does not appear if the backup is stopped or loses its connection', async () => {
    await at.someBackup();
    const stopping = new AbortController();
    const stopped = at.backup(at.fileNamed('stopped'), {
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    });
    await expect(stopped).rejects.toThrow(/abort/i);
    const held = await at.from.connect();
    await held.query('begin; lock table vault.passwords in access exclusive mode');
    const lost = expect(at.backup(at.fileNamed('lost'))).rejects.toThrow('terminat');
    try {
      await expect
        .poll(() => whileWaiting(at.from, 'pmcw-vault-backup', 'pg_terminate_backend(pid)'))
        .toBe(1);
      await lost;
    } finally {
      await held.query('rollback');
      held.release();
    }
    expect(await readdir(at.folder)).toEqual(['whole']);
  });

  it('is not made of a database without a vault', async () => {
    await expect(at.backup(at.fileNamed('b'))).rejects.toThrow(NoVaultError);
    expect(await readdir(at.folder)).toEqual([]);
  });
});

describe('memory', () => {
  it('holds one large row at a time, however many media there are', async () => {
    await migrate(at.source.url, silent);
    await at.from.query(
      `insert into vault.media (owner_id, place, hash, media_type, bytes, begun_at)
       select n, 'message', decode(md5(n::text), 'hex'), 'audio/webm',
         decode(repeat(md5(n::text), 131072), 'hex'), now() from generate_series(1, $1) n`,
      [media],
    );
    const query = vi.spyOn(pg.Client.prototype, 'query');
    await at.backup(at.fileNamed('b'));
    // As text, because a statement may have several forms.
    const sent = query.mock.calls.map(([statement]) => JSON.stringify(statement));
    query.mockRestore();
    // The last fetch is empty.
    expect(sent.filter((statement) => statement.includes('fetch forward 1 from'))).toHaveLength(media + 1);
    const steps: number[] = [];
    await at.restore(at.fileNamed('b'), { onProgress: (progress) => steps.push(progress.rows) });
    expect(steps.slice(-media)).toEqual(Array.from({ length: media }, (_, n) => n + 1));
  });
});
