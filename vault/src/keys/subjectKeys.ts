import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Announcements, channel, payloadOf } from '../announcements/announcements.ts';
import { TrustedCache } from '../announcements/trustedCache.ts';
import { WrongMasterKeyError } from '../errors.ts';
import type { SubjectKeys } from '../vault.ts';
import { lengthPrefixed, type MasterKeys } from './masterKey.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** Binds a wrapped key to its row, so that rows can't be swapped. */
const placeOf = (subject: number, keyId: string) => lengthPrefixed('subject-key', String(subject), keyId);

function wrap(keys: MasterKeys, subject: number, key: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keys.wrapping, nonce).setAAD(placeOf(subject, keys.id));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

function unwrap(keys: MasterKeys, subject: number, wrapped: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keys.wrapping, wrapped.subarray(0, nonceBytes))
    .setAAD(placeOf(subject, keys.id))
    .setAuthTag(wrapped.subarray(-tagBytes));
  return Buffer.concat([decipher.update(wrapped.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}

interface KeyRow {
  readonly subject: number;
  readonly master_key_id: string;
  readonly wrapped: Buffer | null;
}

/** What this room needs of the others to keep subject keys. */
export interface SubjectKeysParts {
  readonly pool: pg.Pool;
  readonly announcements: Announcements;
  readonly keys: MasterKeys;
  readonly clock: () => Date;
}

/** Subject keys, in `vault.subject_keys`, cached unwrapped; the same promises as `SubjectKeys`. */
export function createSubjectKeys({ pool, announcements, keys, clock }: SubjectKeysParts): SubjectKeys {
  const cache = new TrustedCache<number, Buffer | null>(announcements.isLive, {
    entries: 50_000,
    ttlMs: 600_000,
  });
  announcements.onHeard((heard) => heard.kind === 'key-destroyed' && cache.drop(heard.subject));
  announcements.onResumed(() => cache.clear());

  function keyOf(row: KeyRow): Buffer | null {
    if (row.wrapped === null) return null;
    if (row.master_key_id !== keys.id) throw new WrongMasterKeyError();
    return unwrap(keys, row.subject, row.wrapped);
  }

  async function read(subjects: readonly number[]): Promise<Map<number, Buffer | null>> {
    const { rows } = await pool.query<KeyRow>(
      'select subject, master_key_id, wrapped from vault.subject_keys where subject = any($1::int[])',
      [subjects],
    );
    return new Map(rows.map((row) => [row.subject, keyOf(row)]));
  }

  /** Another process may be making the same keys: the first row stays, and everyone reads it. */
  async function make(subjects: readonly number[]): Promise<void> {
    await pool.query(
      `insert into vault.subject_keys (subject, master_key_id, wrapped, created_at)
       select subject, $2, wrapped, $4 from unnest($1::int[], $3::bytea[]) as made (subject, wrapped)
       on conflict (subject) do nothing`,
      [subjects, keys.id, subjects.map((subject) => wrap(keys, subject, randomBytes(32))), clock()],
    );
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
           insert into vault.subject_keys (subject, master_key_id, created_at, destroyed_at) values ($1, $2, $3, $3)
           on conflict (subject) do update set wrapped = null, destroyed_at = $3
             where subject_keys.destroyed_at is null
           returning subject)
         select pg_notify($4, $5) from destroyed`,
        [
          subject,
          keys.id,
          clock(),
          channel,
          payloadOf(announcements.origin, { kind: 'key-destroyed', subject }),
        ],
      );
      cache.drop(subject);
    },
  };
}
