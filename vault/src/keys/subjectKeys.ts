import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Announcements, channel, payloadOf } from '../announcements/announcements.ts';
import { TrustedCache } from '../announcements/trustedCache.ts';
import type { KeyRing } from './masterKey.ts';
import type { SubjectKeys } from './promises.ts';
import { unwrap, wrap } from './wrapping.ts';

export const subjectKeyPlace = (subject: number) => ['subject-key', String(subject)] as const;

const ttlMs = 600_000;

interface KeyRow {
  readonly subject: number;
  readonly master_key_id: string;
  readonly wrapped: Buffer | null;
}

export interface SubjectKeysParts {
  readonly pool: pg.Pool;
  readonly announcements: Announcements;
  readonly ring: KeyRing;
  /** Recent fingerprint of the master key. */
  readonly keyId: string;
}

export function createSubjectKeys(parts: SubjectKeysParts): SubjectKeys {
  const { pool, announcements, ring } = parts;
  let wrapUnder = parts.keyId;
  const cache = new TrustedCache<number, Buffer | null>(announcements.isLive, {
    entries: 50_000,
    ttlMs,
  });
  // Readers keep opened texts for an epoch, which must end whenever a key here is dropped or expires.
  const epochs = new TrustedCache<'epoch', symbol>(announcements.isLive, { entries: 1, ttlMs });
  const drop = (subject: number) => {
    cache.drop(subject);
    epochs.clear();
  };
  announcements.onHeard((heard) => heard.kind === 'key-destroyed' && drop(heard.subject));
  announcements.onResumed(() => {
    cache.clear();
    epochs.clear();
  });

  /** Undefined for a damaged key. @throws WrongMasterKeyError */
  function keyOf({ subject, master_key_id, wrapped }: KeyRow): Buffer | null | undefined {
    if (wrapped === null) return null;
    const masterKey = ring.get(master_key_id);
    try {
      return unwrap(masterKey, subjectKeyPlace(subject), wrapped);
    } catch {
      return undefined;
    }
  }

  async function read(subjects: readonly number[]): Promise<Map<number, Buffer | null>> {
    const { rows } = await pool.query<KeyRow>(
      'select subject, master_key_id, wrapped from vault.subject_keys where subject = any($1::int[])',
      [subjects],
    );
    const keys = new Map<number, Buffer | null>();
    for (const row of rows) {
      const key = keyOf(row);
      if (key !== undefined) keys.set(row.subject, key);
    }
    return keys;
  }

  /**
   * The row lock delays a rotation, whose search must not miss a key wrapped by the old master key.
   * @returns false, making none, if the vault is under another master key
   */
  async function makeUnder(keyId: string, subjects: readonly number[]): Promise<boolean> {
    const key = ring.get(keyId);
    const { rowCount } = await pool.query(
      `with under as (select key_id from vault.master_key where key_id = $2 for share),
       made as (
         insert into vault.subject_keys (subject, master_key_id, wrapped, created_at)
         select subject, key_id, wrapped, vault.now() from under, unnest($1::int[], $3::bytea[]) as made (subject, wrapped)
         on conflict (subject) do nothing)
       select from under`,
      [subjects, keyId, subjects.map((subject) => wrap(key, subjectKeyPlace(subject), randomBytes(32)))],
    );
    return rowCount === 1;
  }

  /** The vault decides which master key wraps, so that all processes change over at once. */
  async function make(subjects: readonly number[]): Promise<void> {
    // So that concurrent callers never deadlock.
    const ordered = subjects.toSorted((a, b) => a - b);
    while (!(await makeUnder(wrapUnder, ordered))) {
      const { rows } = await pool.query<{ key_id: string }>('select key_id from vault.master_key');
      if (rows[0] === undefined) throw new Error('The vault lost the row of its master key');
      wrapUnder = rows[0].key_id;
    }
  }

  return {
    async keysOf(subjects, create) {
      const found = new Map<number, Buffer | null>();
      const unknown = new Set<number>();
      for (const subject of subjects) {
        const key = cache.get(subject);
        if (key === undefined) unknown.add(subject);
        else found.set(subject, key);
      }
      if (unknown.size === 0) return found;
      const mark = cache.mark();
      const stored = await read([...unknown]);
      const missing = [...unknown].filter((subject) => !stored.has(subject));
      if (create && missing.length > 0) {
        await make(missing);
        for (const [subject, key] of await read(missing)) stored.set(subject, key);
      }
      for (const [subject, key] of stored) {
        found.set(subject, key);
        cache.set(subject, key, mark);
      }
      return found;
    },

    async destroy(subject) {
      await pool.query(
        `with destroyed as (
           insert into vault.subject_keys (subject, master_key_id, created_at, destroyed_at) values ($1, $2, vault.now(), vault.now())
           on conflict (subject) do update set wrapped = null, destroyed_at = vault.now()
             where subject_keys.destroyed_at is null
           returning subject)
         select pg_notify($3, $4) from destroyed`,
        [subject, wrapUnder, channel, payloadOf(announcements.origin, { kind: 'key-destroyed', subject })],
      );
      drop(subject);
    },

    epoch() {
      if (epochs.get('epoch') === undefined) {
        // Otherwise a text, opened by an old key, would be trusted for longer than the key.
        cache.clear();
        epochs.set('epoch', Symbol(), epochs.mark());
      }
      return epochs.get('epoch') ?? null;
    },

    async oldest(limit) {
      const { rows } = await pool.query<{ subject: number }>(
        'select subject from vault.subject_keys order by destroyed_at is not null, subject limit $1',
        [limit],
      );
      return rows.map(({ subject }) => subject);
    },
  };
}
