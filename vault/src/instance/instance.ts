import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Instance } from './promises.ts';

export function createInstance(pool: pg.Pool): Instance {
  async function read() {
    const { rows } = await pool.query<{ id: string; isConfirmed: boolean }>(
      'select id, exists (select from vault.instance_confirmed) as "isConfirmed" from vault.instance',
    );
    return rows[0];
  }

  return {
    async find() {
      const known = await read();
      if (known !== undefined) return known;
      // The first of concurrent processes wins.
      await pool.query('insert into vault.instance (id) values ($1) on conflict do nothing', [randomUUID()]);
      const made = await read();
      if (made === undefined) throw new Error('The vault has no id of its installation');
      return made;
    },

    async confirm(id) {
      await pool.query(
        `with kept as (
           insert into vault.instance (id) values ($1) on conflict (only_row) do update set id = excluded.id)
         insert into vault.instance_confirmed default values on conflict do nothing`,
        [id],
      );
    },
  };
}
