import type pg from 'pg';
import type { Search } from './kinds.ts';

/** The same members in a plain table. */
export interface Peer {
  /** The page and the total, by the most obvious SQL. */
  ask(search: Search): Promise<unknown>;
}

const orders: Readonly<Record<string, string>> = {
  username: 'username',
  newest: 'position desc',
  oldest: 'position',
};

/** Makes the table from the read model; it answers one request at a time, with sequential scans. */
export async function createPeer(client: pg.Client): Promise<Peer> {
  await client.query('drop table if exists plain_members');
  await client.query(`create table plain_members as
    select m.member_id, m.username, m.full_name, m.bio, a.email, m.avatar_url, m.user_type, m.is_authorized,
      m.is_suspended, m.pmcw_tokens, m.networks, m.position
    from directory.members m join accounts.accounts a using (member_id)`);
  await client.query('set max_parallel_workers_per_gather = 0');
  return {
    async ask({
      path,
      query: { query = '', isAuthorized, isSuspended, userType, sort = 'username', page = '1' },
    }) {
      const third = path === '/api/directory' ? 'bio' : 'email';
      const where = `where ($1 = '%%' or username ilike $1 or full_name ilike $1 or ${third} ilike $1)
        and ($2::boolean is null or is_authorized = $2) and ($3::text is null or user_type = $3)
        and ($4::boolean is null or is_suspended = $4)`;
      const values = [`%${query}%`, isAuthorized ?? null, userType ?? null, isSuspended ?? null];
      const offset = (Number(page) - 1) * 12;
      await client.query(`select count(*) from plain_members ${where}`, values);
      await client.query(
        `select * from plain_members ${where} order by ${orders[sort]} limit 12 offset ${offset}`,
        values,
      );
    },
  };
}
