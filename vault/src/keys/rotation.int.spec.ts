import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { silent } from '@pmcw/resilience';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Claim, openVault, SubjectErasedError, type Vault, WrongMasterKeyError } from '../index.ts';
import { migrate } from '../migrations/index.ts';
import { lengthPrefixed, masterKeyOf } from './masterKey.ts';
import { type RotationOptions, rotateMasterKey, rotationLock } from './rotation.ts';

const [oldKey, newKey, otherKey] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const both = { masterKey: newKey, previousMasterKey: oldKey };

let db: TestDatabase;
let admin: pg.Pool;
let opened: Vault[];
beforeEach(async () => {
  db = await freshDatabase();
  admin = new pg.Pool({ connectionString: db.url }).on('error', () => undefined);
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((vault) => vault.close()));
  await admin.end();
  await db.drop();
});

/** Keys of a process. */
interface Keys {
  readonly masterKey: Uint8Array;
  readonly previousMasterKey?: Uint8Array;
}

async function processWith(keys: Keys): Promise<Vault> {
  const vault = await openVault({ connectionString: db.url, ...keys });
  opened.push(vault);
  return vault;
}
async function stop(...vaults: readonly Vault[]): Promise<void> {
  await Promise.all(vaults.map((vault) => vault.close()));
  opened = opened.filter((vault) => !vaults.includes(vault));
}
const rotate = (keys: Keys = both, more: Partial<RotationOptions> = {}) =>
  rotateMasterKey({ connectionString: db.url, logger: silent, ...keys, ...more });

/** Sealed values of members, and a check that a process opens them. */
async function seal(vault: Vault, subjects: readonly number[]) {
  const fields = subjects.map((subject) => ({ subject, eventId: randomUUID(), field: 'bio' }));
  const sealed = await vault.sealer.seal(
    fields.map((field) => ({ ...field, plaintext: `I am ${field.subject}` })),
  );
  const toOpen = fields.map((field, i) => ({ ...field, sealed: sealed[i] ?? '' }));
  return {
    expectOpenedBy: async (reader: Vault) =>
      expect(await reader.sealer.open(toOpen)).toEqual(subjects.map((subject) => `I am ${subject}`)),
  };
}
const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

/** Keys that a master key wraps. */
async function keysUnder(masterKey: Uint8Array): Promise<number> {
  const { rows } = await admin.query<{ keys: number }>(
    'select count(*)::int as keys from vault.subject_keys where wrapped is not null and master_key_id = $1',
    [masterKeyOf(masterKey).id],
  );
  return rows[0]?.keys ?? 0;
}
async function waitingForLocks(): Promise<number | null> {
  const { rowCount } = await admin.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount;
}
/** Ends a blocking transaction after some work, also on failure, so that nothing waits permanently. */
async function openAfter<T>(gate: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await gate.query('commit');
    gate.release();
  }
}

const username = (value: string): Claim => ({ kind: 'username', value });

describe('a rotation, step by step', () => {
  it('fails no process at any step, and ends without the old key', async () => {
    const [staying, restarted] = [
      await processWith({ masterKey: oldKey }),
      await processWith({ masterKey: oldKey }),
    ];
    const early = await seal(restarted, range(1, 1200));
    await stop(restarted);

    // Restarting one by one: one process has both keys, the other only the old one; each reads the other’s.
    const first = await processWith(both);
    const mixed = await seal(first, range(2001, 20));
    const fromOld = await seal(staying, range(2101, 20));
    for (const vault of [staying, first]) {
      for (const sealed of [early, mixed, fromOld]) await sealed.expectOpenedBy(vault);
    }
    expect(await keysUnder(newKey)).toBe(0);

    await stop(staying);
    const second = await processWith(both);
    const progress: number[] = [];
    const result = await rotate(both, { onProgress: ({ done, total }) => progress.push(done, total) });
    expect(result).toEqual({
      keyId: masterKeyOf(newKey).id,
      rewrapped: 1240,
      unreadable: [],
      finished: true,
    });
    expect(progress).toEqual([500, 1240, 1000, 1240, 1240, 1240]);
    expect(await keysUnder(oldKey)).toBe(0);

    // `second` was opened with the old key: it now wraps with the new one.
    const late = await seal(second, range(3001, 5));
    expect(await keysUnder(newKey)).toBe(1245);
    const last = await processWith({ masterKey: newKey });
    for (const vault of [first, second, last]) {
      for (const sealed of [early, mixed, fromOld, late]) await sealed.expectOpenedBy(vault);
    }
  });

  it('preserves claims, counted tries, erasures and challenges', async () => {
    const before = await processWith({ masterKey: oldKey });
    const { nonce } = await before.challenges.issue('openid-sign-up', 0, { fullName: 'Ada' });
    await before.claims.take(10, [username('ada'), { kind: 'email', value: 'ada@example.org' }]);
    await before.claims.confirm(10, [username('ada')]);
    for (let i = 0; i < 10; i += 1) await before.signInAttempts.admit('guessed');
    await before.subjectKeys.keysOf([20, 21], true);
    await before.subjectKeys.destroy(20);
    await before.subjectKeys.destroy(22);
    await stop(before);

    expect(await rotate()).toMatchObject({ rewrapped: 1, finished: true });
    const after = await processWith({ masterKey: newKey });
    expect(await after.claims.holder(username('ada'))).toBe(10);
    expect(await after.claims.take(11, [username('ada')])).toEqual(username('ada'));
    expect(await after.signInAttempts.admit('guessed')).toMatchObject({ admitted: false });
    const challenge = { userId: 0, bound: { fullName: 'Ada' } };
    expect(await after.challenges.find('openid-sign-up', nonce)).toEqual(challenge);
    const keys = await after.subjectKeys.keysOf([20, 21, 22], true);
    expect([keys.get(20), keys.get(22)]).toEqual([null, null]);
    expect(keys.get(21)).toHaveLength(32);
    await expect(seal(after, [20])).rejects.toThrow(SubjectErasedError);
  });

  it('continues where it was stopped, and everything opens in between', async () => {
    const before = await processWith({ masterKey: oldKey });
    const sealed = await seal(before, range(1, 1200));
    await stop(before);
    const stopping = new AbortController();
    const stopped = rotate(both, {
      signal: stopping.signal,
      onProgress: () => stopping.abort(new Error('stopped')),
    });
    await expect(stopped).rejects.toThrow('stopped');
    expect([await keysUnder(newKey), await keysUnder(oldKey)]).toEqual([500, 700]);

    await sealed.expectOpenedBy(await processWith(both));
    // Without the old key a process would fail later, so it does not even start.
    for (const masterKey of [newKey, oldKey]) {
      await expect(openVault({ connectionString: db.url, masterKey })).rejects.toThrow(WrongMasterKeyError);
    }
    expect(await rotate()).toMatchObject({ rewrapped: 700, finished: true });
    expect(await rotate()).toMatchObject({ rewrapped: 0, finished: true });
    await sealed.expectOpenedBy(await processWith({ masterKey: newKey }));
  });

  it('may be reversed halfway', async () => {
    const before = await processWith({ masterKey: oldKey });
    const sealed = await seal(before, range(1, 700));
    await stop(before);
    const stopping = new AbortController();
    const stopped = rotate(both, {
      signal: stopping.signal,
      onProgress: () => stopping.abort(new Error('stopped')),
    });
    await expect(stopped).rejects.toThrow('stopped');
    const back = { masterKey: oldKey, previousMasterKey: newKey };
    expect(await rotate(back)).toMatchObject({ rewrapped: 500, finished: true });
    await sealed.expectOpenedBy(await processWith({ masterKey: oldKey }));
  });
});

describe('a rotation beside running processes', () => {
  it('loses no new key, and restores no destroyed one', async () => {
    const before = await processWith({ masterKey: oldKey });
    await before.subjectKeys.keysOf(range(1, 2000), true);
    await stop(before);
    const vaults = [await processWith(both), await processWith(both)];
    let rotating = true;
    const busy = vaults.map(async (vault, n) => {
      const made: number[] = [];
      for (let subject = 10_000 * (n + 1); rotating; subject += 1) {
        await vault.subjectKeys.keysOf([subject], true);
        made.push(subject);
        await vault.subjectKeys.destroy(made.length * 2 + n);
      }
      return made;
    });
    const result = await rotate();
    rotating = false;
    const made = (await Promise.all(busy)).flat();
    expect(result).toMatchObject({ finished: true, unreadable: [] });
    expect(made.length).toBeGreaterThan(0);
    expect(await keysUnder(oldKey)).toBe(0);
    const after = await processWith({ masterKey: newKey });
    const kept = await after.subjectKeys.keysOf([...made, 1], false);
    for (const subject of [...made, 1]) expect(kept.get(subject)).toHaveLength(32);
    expect([...(await after.subjectKeys.keysOf([2, 3], true)).values()]).toEqual([null, null]);
  });

  it('waits for a key that is just being wrapped by the old master key', async () => {
    await stop(await processWith({ masterKey: oldKey }));
    const maker = await processWith(both);
    // Pauses the maker within its statement.
    await admin.query(`
      create function wait_at_gate() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock(1); return new; end';
      create trigger gate before insert on vault.subject_keys for each row execute function wait_at_gate()`);
    const gate = await admin.connect();
    await gate.query('begin; select pg_advisory_xact_lock(1)');
    const made = maker.subjectKeys.keysOf([9], true);
    const { rotation } = await openAfter(gate, async () => {
      await expect.poll(waitingForLocks).toBe(1);
      const begun = { rotation: rotate() };
      await expect.poll(waitingForLocks).toBe(2);
      return begun;
    });
    expect(await rotation).toMatchObject({ rewrapped: 1, finished: true });
    const after = await processWith({ masterKey: newKey });
    expect(await after.subjectKeys.keysOf([9], false)).toEqual(await made);
  });

  it('skips a key that was destroyed between reading and writing it', async () => {
    const before = await processWith({ masterKey: oldKey });
    await before.subjectKeys.keysOf([1, 2, 3], true);
    await stop(before);
    const destroying = await admin.connect();
    await destroying.query('begin; select from vault.subject_keys where subject = 2 for update');
    const rotation = rotate();
    await openAfter(destroying, async () => {
      await expect.poll(waitingForLocks).toBe(1);
      await destroying.query(
        'update vault.subject_keys set wrapped = null, destroyed_at = now() where subject = 2',
      );
    });
    expect(await rotation).toMatchObject({ rewrapped: 2, finished: true, unreadable: [] });
    const after = await processWith({ masterKey: newKey });
    expect((await after.subjectKeys.keysOf([2], true)).get(2)).toBeNull();
  });

  it('does not start while a process has only the old key', async () => {
    const forgotten = await processWith({ masterKey: oldKey });
    const ready = await processWith(both);
    await forgotten.subjectKeys.keysOf([1], true);
    await expect(rotate()).rejects.toThrow('1 running process does not hold the master key');
    expect(await keysUnder(oldKey)).toBe(1);
    await stop(forgotten);
    expect(await rotate()).toMatchObject({ rewrapped: 1, finished: true });
    expect((await ready.subjectKeys.keysOf([1], false)).get(1)).toHaveLength(32);
  });

  it('runs one at a time', async () => {
    await stop(await processWith({ masterKey: oldKey }));
    const row = await admin.connect();
    await row.query('begin; select from vault.master_key for update');
    const first = rotate();
    const locks = async () => {
      const { rowCount } = await admin.query(
        `select from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and locktype = 'advisory' and (classid::bigint << 32) | objid::bigint = $1`,
        [rotationLock],
      );
      return rowCount;
    };
    await openAfter(row, async () => {
      await expect.poll(locks).toBe(1);
      await expect(rotate()).rejects.toThrow('under way');
    });
    expect(await first).toMatchObject({ finished: true });
  });
});

describe('wrong keys', () => {
  it('are refused without changes', async () => {
    await stop(await processWith({ masterKey: oldKey }));
    await expect(rotate({ masterKey: newKey })).rejects.toThrow(WrongMasterKeyError);
    await expect(rotate({ masterKey: newKey, previousMasterKey: otherKey })).rejects.toThrow(
      masterKeyOf(oldKey).id,
    );
    await expect(openVault({ connectionString: db.url, masterKey: newKey })).rejects.toThrow(
      WrongMasterKeyError,
    );
    await processWith({ masterKey: oldKey });
  });

  it('are noticed at the row that requires another one', async () => {
    const vault = await processWith({ masterKey: oldKey });
    await vault.subjectKeys.keysOf([1, 2], true);
    await admin.query('update vault.subject_keys set master_key_id = $1 where subject = 1', [
      masterKeyOf(otherKey).id,
    ]);
    const fresh = await processWith({ masterKey: oldKey });
    await expect(fresh.subjectKeys.keysOf([1], false)).rejects.toThrow(WrongMasterKeyError);
    expect((await fresh.subjectKeys.keysOf([2], false)).get(2)).toHaveLength(32);
  });

  it('leave a damaged key as it was, named, and rotate all others', async () => {
    const vault = await processWith({ masterKey: oldKey });
    await vault.subjectKeys.keysOf([1, 2, 3], true);
    await admin.query(`update vault.subject_keys set wrapped = wrapped || 'x' where subject = 2`);
    await stop(vault);
    expect(await rotate()).toMatchObject({ rewrapped: 2, unreadable: [2], finished: false });
    const reader = await processWith(both);
    expect((await reader.subjectKeys.keysOf([1, 3], false)).size).toBe(2);
  });
});

describe('a vault from before it had hashing keys of its own', () => {
  it('still finds its names, also after a rotation', async () => {
    await migrate(db.url, silent, 2);
    const claimKey = Buffer.from(hkdfSync('sha256', oldKey, Buffer.alloc(0), 'pmcw/vault/claim', 32));
    const hash = createHmac('sha256', claimKey).update(lengthPrefixed('username', 'ada')).digest();
    await admin.query('insert into vault.master_key (key_id) values ($1)', [masterKeyOf(oldKey).id]);
    await admin.query(
      `insert into vault.claims (kind, hash, user_id, confirmed, claimed_at) values ('username', $1, 10, true, now())`,
      [hash],
    );
    const upgraded = await Promise.all([1, 2, 3].map(() => processWith(both)));
    for (const vault of upgraded) expect(await vault.claims.holder(username('ada'))).toBe(10);
    expect(await rotate()).toMatchObject({ finished: true });
    expect(await (await processWith({ masterKey: newKey })).claims.holder(username('ada'))).toBe(10);
  });

  it('hashes with other keys than a new one, whose keys no master key yields', async () => {
    const vault = await processWith({ masterKey: oldKey });
    await vault.claims.take(10, [username('ada')]);
    const claimKey = masterKeyOf(oldKey).firstHashingKeys.subarray(0, 32);
    const hash = createHmac('sha256', claimKey).update(lengthPrefixed('username', 'ada')).digest();
    const { rowCount } = await admin.query('select from vault.claims where hash = $1', [hash]);
    expect(rowCount).toBe(0);
  });
});
