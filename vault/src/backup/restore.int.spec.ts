import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { silent } from '@pmcw/resilience';
import { scaled } from '@pmcw/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countOf, rowsOf, type TwoVaults, twoVaults, whileWaiting } from '../../test/twoVaults.ts';
import { BackupDamagedError, BackupTooNewError, VaultNotEmptyError, WrongMasterKeyError } from '../index.ts';
import { migrate } from '../migrations/index.ts';

let at: TwoVaults;
beforeEach(async () => {
  at = await twoVaults();
});
afterEach(() => at.close());

/** A row’s line with one value changed. */
function tamperedValue(line: string, nth: number): string {
  const values: unknown = JSON.parse(line);
  if (!Array.isArray(values)) throw new Error('a row is a list');
  const chosen = nth % values.length;
  return JSON.stringify(values.with(chosen, `1${String(values[chosen] ?? '')}`));
}

/** Whether a changed file still unpacks to the same content. */
function holdsTheSame(contents: Buffer, whole: Buffer): boolean {
  try {
    return gunzipSync(contents).equals(gunzipSync(whole));
  } catch {
    return false;
  }
}

describe('a file that is no complete backup', () => {
  it('is refused if cut off or changed anywhere, and the vault stays empty', async () => {
    const file = await at.someBackup();
    const whole = await readFile(file);
    const damaged = at.fileNamed('damaged');
    // gzip’s header of ten bytes (a time etc.) and the last byte’s unused bits have no effect.
    const place = fc.integer({ min: 10, max: whole.length - 1 });
    const broken = fc.oneof(
      fc.integer({ min: 0, max: whole.length - 1 }).map((length) => whole.subarray(0, length)),
      fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(([n, xor]) => {
        const copy = Buffer.from(whole);
        copy.writeUInt8(copy.readUInt8(n) ^ xor, n);
        return copy;
      }),
    );
    await fc.assert(
      fc.asyncProperty(broken, async (contents) => {
        fc.pre(!holdsTheSame(contents, whole));
        await writeFile(damaged, contents);
        await expect(at.restore(damaged)).rejects.toThrow(BackupDamagedError);
      }),
      { numRuns: scaled(15) },
    );
    expect(await countOf(at.to)).toBe(0);
    await at.restore(file);
    expect(await countOf(at.to)).toBe(await countOf(at.from));
  });

  it('is refused if a line was changed, removed, repeated or moved and the file packed again', async () => {
    const file = await at.someBackup();
    const lines = gunzipSync(await readFile(file))
      .toString('utf8')
      .trimEnd()
      .split('\n');
    const [header = '', ...rest] = lines;
    const rows = rest.slice(0, -1);
    const end = rest.at(-1) ?? '';
    const row = fc.integer({ min: 0, max: rows.length - 1 });
    const edited = fc.oneof(
      row.map((n) => rows.toSpliced(n, 1)),
      row.map((n) => rows.toSpliced(n, 0, rows[n] ?? '')),
      fc.tuple(row, fc.nat()).map(([n, nth]) => rows.with(n, tamperedValue(rows[n] ?? '', nth))),
      row.filter((n) => n > 0).map((n) => [...rows.slice(n), ...rows.slice(0, n)]),
    );
    const tampered = fc.oneof(
      edited.map((others) => [header, ...others, end]),
      fc.constantFrom(
        [header, ...rows],
        [header, ...rows, end, end],
        [header, ...rows, end.replace(/"rows":\d+/, '"rows":3')],
        [header, ...rows, end.replace(/"sha256":".{64}/, '"sha256":"')],
        [header, end],
        [...rows, end],
        ['{}'],
        [],
      ),
      fc
        .constantFrom(
          ['claims', 'text'],
          ['false', 'true'],
          ['"tables":[', '"tables":[{"name":"x","columns":[],"rows":0},'],
        )
        .map(([found = '', put = '']) => [header.replace(found, put), ...rows, end]),
    );
    const damaged = at.fileNamed('damaged');
    await fc.assert(
      fc.asyncProperty(tampered, async (contents) => {
        await writeFile(damaged, gzipSync(contents.map((line) => `${line}\n`).join('')));
        await expect(at.restore(damaged)).rejects.toThrow(BackupDamagedError);
      }),
      { numRuns: scaled(15) },
    );
    expect(await countOf(at.to)).toBe(0);
  });

  it('is refused if newer software made it', async () => {
    const file = await at.someBackup();
    const newer = at.fileNamed('newer');
    const lines = gunzipSync(await readFile(file)).toString('utf8');
    await writeFile(newer, gzipSync(lines.replace('"version":1', '"version":2')));
    await expect(at.restore(newer)).rejects.toThrow(BackupTooNewError);
    const future = lines.replace(/"migration":"[^"]+"/, '"migration":"9999_future"');
    await writeFile(at.fileNamed('future'), gzipSync(future));
    await expect(at.restore(at.fileNamed('future'))).rejects.toThrow('9999_future');
    // Not even the schema was made.
    expect(await rowsOf(at.to)).toEqual({});
  });
});

describe('a restore', () => {
  it('requires an empty vault: one in use stays unchanged', async () => {
    const file = await at.someBackup();
    await at.withVault(at.target, (vault) => vault.passwords.setFirst(77, 'mine'));
    const before = await rowsOf(at.to);
    await expect(at.restore(file)).rejects.toThrow(VaultNotEmptyError);
    expect(await rowsOf(at.to)).toEqual(before);
  });

  it('accepts empty tables, but not those of a later version', async () => {
    await migrate(at.source.url, silent, 2);
    await at.backup(at.fileNamed('old'));
    await migrate(at.target.url, silent, 3);
    await expect(at.restore(at.fileNamed('old'))).rejects.toThrow(VaultNotEmptyError);
    await migrate(at.source.url, silent, 1);
    await at.backup(at.fileNamed('current'));
    await at.restore(at.fileNamed('current'));
  });

  it('requires the backup’s master key first', async () => {
    const file = await at.someBackup();
    await expect(at.restore(file, { masterKey: randomBytes(32) })).rejects.toThrow(WrongMasterKeyError);
    expect(await rowsOf(at.to)).toEqual({});
    await at.restore(file, { masterKey: randomBytes(32), previousMasterKey: at.masterKey });
    expect(await countOf(at.to)).toBe(await countOf(at.from));
  });

  it('leaves the vault empty when stopped, and can be repeated', async () => {
    const file = await at.someBackup();
    const stopping = new AbortController();
    const stopped = at.restore(file, { signal: stopping.signal, onProgress: () => stopping.abort() });
    await expect(stopped).rejects.toThrow(/abort/i);
    expect(await countOf(at.to)).toBe(0);
    await at.restore(file);
    expect(await countOf(at.to)).toBe(await countOf(at.from));
  });

  it('leaves the vault empty when its connection breaks, and can be repeated', async () => {
    const file = await at.someBackup();
    await migrate(at.target.url, silent);
    // Pauses the restore once the claims are written.
    await at.to.query(`
      create function wait_at_gate() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock(1); return new; end';
      create trigger gate before insert on vault.passwords for each row execute function wait_at_gate()`);
    const gate = await at.to.connect();
    await gate.query('begin; select pg_advisory_xact_lock(1)');
    const seen: number[] = [];
    const lost = expect(at.restore(file, { onProgress: ({ rows }) => seen.push(rows) })).rejects.toThrow(
      'terminat',
    );
    try {
      await expect.poll(() => whileWaiting(at.to, 'pmcw-vault-restore', 'pg_terminate_backend(pid)')).toBe(1);
      await lost;
      expect(seen.length).toBeGreaterThan(1);
      expect(await countOf(at.to)).toBe(0);
    } finally {
      await gate.query('commit');
      gate.release();
    }
    await at.restore(file);
    expect(await countOf(at.to)).toBe(await countOf(at.from));
  });

  it('notices rows that another process writes at the last moment', async () => {
    const file = await at.someBackup();
    await migrate(at.target.url, silent);
    const starting = await at.to.connect();
    await starting.query('begin; lock table vault.media in share mode');
    const refused = expect(at.restore(file)).rejects.toThrow(VaultNotEmptyError);
    try {
      await expect.poll(() => whileWaiting(at.to, 'pmcw-vault-restore')).toBe(1);
      await starting.query(`insert into vault.passwords values (10, 'new', now())`);
    } finally {
      await starting.query('commit');
      starting.release();
    }
    await refused;
    expect(await countOf(at.to)).toBe(1);
  });
});
