import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Media } from '../vault.ts';

const hashPattern = /^[0-9a-f]{64}$/;

/** Media bytes, in `vault.media`; the same promises as `Media`. */
export function createMedia(pool: pg.Pool, clock: () => Date): Media {
  return {
    async store(ownerId, { bytes, mediaType }) {
      const hash = createHash('sha256').update(bytes).digest();
      await pool.query(
        `insert into vault.media (owner_id, hash, media_type, bytes, stored_at) values ($1, $2, $3, $4, $5)
         on conflict (owner_id, hash) do nothing`,
        [ownerId, hash, mediaType, bytes, clock()],
      );
      return hash.toString('hex');
    },

    async find(hash) {
      if (!hashPattern.test(hash)) return null;
      const { rows } = await pool.query<{ media_type: string; bytes: Buffer }>(
        'select media_type, bytes from vault.media where hash = $1 limit 1',
        [Buffer.from(hash, 'hex')],
      );
      return rows[0] === undefined ? null : { mediaType: rows[0].media_type, bytes: rows[0].bytes };
    },

    async forget(ownerId, hash) {
      if (!hashPattern.test(hash)) return;
      await pool.query('delete from vault.media where owner_id = $1 and hash = $2', [
        ownerId,
        Buffer.from(hash, 'hex'),
      ]);
    },

    async forgetAll(ownerId) {
      await pool.query('delete from vault.media where owner_id = $1', [ownerId]);
    },
  };
}
