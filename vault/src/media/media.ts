import type pg from 'pg';
import { SubjectErasedError } from '../errors.ts';
import { span } from '../storage/time.ts';
import type { Media, MediaChange } from './promises.ts';

const hashPattern = /^[0-9a-f]{64}$/;

/** Longer than any request. */
const unsettledAfterMs = 15 * 60 * 1000;

interface ChangeRow {
  readonly id: string;
  readonly owner_id: number;
  readonly place: string;
  readonly hash: string | null;
}

const toChange = ({ id, owner_id: ownerId, place, hash }: ChangeRow): MediaChange => ({
  id,
  ownerId,
  place,
  hash,
});

const changeColumns = `id, owner_id, place, encode(hash, 'hex') as hash`;

async function settledBefore(pool: pg.Pool, { id, ownerId, place }: MediaChange): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from vault.media where owner_id = $1 and place = $2 and settled and id <> $3',
    [ownerId, place, id],
  );
  return rows.map((row) => row.id);
}

async function write(
  pool: pg.Pool,
  id: string,
  isCurrent: boolean,
  before: readonly string[],
  current: string | null,
): Promise<void> {
  await pool.query(
    `with kept as (
       update vault.media set settled = true where id = $1 and $2::boolean returning id
     )
     delete from vault.media
     where (id = $1 and not $2::boolean)
        or (id = any($3::uuid[]) and (hash is distinct from $4::bytea or exists (select from kept)))`,
    [
      id,
      isCurrent,
      before,
      current !== null && hashPattern.test(current) ? Buffer.from(current, 'hex') : null,
    ],
  );
}

export function createMedia(pool: pg.Pool): Media {
  return {
    async begin(ownerId, place, media) {
      // PostgreSQL hashes, so that the hash matches the bytes and the event loop isn't blocked.
      const { rows } = await pool.query<ChangeRow>(
        `insert into vault.media (owner_id, place, hash, media_type, bytes, begun_at)
         values ($1, $2, sha256($4), $3, $4, vault.now()) returning ${changeColumns}`,
        [ownerId, place, media?.mediaType ?? null, media?.bytes ?? null],
      );
      // A trigger ignores erased members.
      if (rows[0] === undefined) throw new SubjectErasedError(ownerId);
      return toChange(rows[0]);
    },

    async settle(change, currentHash) {
      for (;;) {
        // In this order: a change that was already settled and is not in the log now was replaced permanently.
        const before = await settledBefore(pool, change);
        const current = await currentHash();
        const isCurrent = change.hash !== null && change.hash === current;
        await write(pool, change.id, isCurrent, before, current);
        // If the place was replaced in between, that change did not see this one as settled, so try again.
        if (!isCurrent || (await currentHash()) === current) return;
      }
    },

    async unsettled(limit, after) {
      const { rows } = await pool.query<ChangeRow>(
        `select ${changeColumns} from vault.media
          where not settled and begun_at <= vault.now() - ${span(unsettledAfterMs)} and ($2::uuid is null or id > $2)
          order by id limit $1`,
        [limit, after?.id ?? null],
      );
      return rows.map(toChange);
    },

    async describe(hash) {
      if (!hashPattern.test(hash)) return null;
      const { rows } = await pool.query<{ mediaType: string; size: number }>(
        `select media_type as "mediaType", octet_length(bytes) as size from vault.media where hash = $1 limit 1`,
        [Buffer.from(hash, 'hex')],
      );
      return rows[0] ?? null;
    },

    async read(hash, from, length) {
      if (!hashPattern.test(hash)) return null;
      const { rows } = await pool.query<{ part: Buffer }>(
        'select substring(bytes from $2 for $3) as part from vault.media where hash = $1 limit 1',
        [Buffer.from(hash, 'hex'), from + 1, length],
      );
      return rows[0]?.part ?? null;
    },

    async forgetAll(ownerId) {
      await pool.query('delete from vault.media where owner_id = $1', [ownerId]);
    },
  };
}
