import type pg from 'pg';
import type { Bookmarks } from './promises.ts';

export function createBookmarks(pool: pg.Pool): Bookmarks {
  return {
    async find(name) {
      const { rows } = await pool.query<{ engine: string; position: string }>(
        'select engine, position from vault.bookmarks where name = $1',
        [name],
      );
      return rows[0] === undefined ? null : { engine: rows[0].engine, position: BigInt(rows[0].position) };
    },

    async set(name, { engine, position }) {
      await pool.query(
        `insert into vault.bookmarks (name, engine, position) values ($1, $2, $3)
         on conflict (name) do update set engine = excluded.engine, position = excluded.position`,
        [name, engine, String(position)],
      );
    },

    async limit(position) {
      await pool.query('update vault.bookmarks set position = $1 where position > $1', [String(position)]);
    },
  };
}
