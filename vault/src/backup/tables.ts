import pg from 'pg';
import { migrationsTable } from '../migrations/done.ts';
import type { KeptSequence, KeptTable } from './format.ts';

/**
 * Restored sessions would sign browsers in again; links, challenges, mails and drafts may have been used since (devices
 * still have the drafts); the log may not have the instance's id yet; the others expire or renew themselves.
 */
const passing = [
  'sessions',
  'sign_in_attempts',
  'reset_links',
  'challenges',
  'credential_turns',
  'drafts',
  'mails',
  'push_subscriptions',
  'push_sender',
  'pages_seen',
  'instance_confirmed',
  'snapshots',
  'event_budgets',
];

/** New tables are included by default. */
export const isKept = ({ name }: KeptTable): boolean => !passing.includes(name);

export const qualified = (name: string): string => `vault.${pg.escapeIdentifier(name)}`;

/** Without the migrations' table. */
export async function readTables(client: pg.PoolClient): Promise<readonly KeptTable[]> {
  const { rows } = await client.query<KeptTable>(
    `select relname as name,
            json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum) as columns
       from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relnamespace = to_regnamespace('vault') and relkind = 'r' and relname <> $1
      group by relname order by relname`,
    [migrationsTable],
  );
  return rows;
}

/** Sequences ignore transactions, so they may be later than the snapshot. */
export async function readSequences(client: pg.PoolClient): Promise<readonly KeptSequence[]> {
  const { rows: named } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = to_regnamespace('vault') and relkind = 'S' and relname <> $1 order by relname`,
    [`${migrationsTable}_id_seq`],
  );
  const sequences: KeptSequence[] = [];
  for (const { name } of named) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${qualified(name)}`,
    );
    for (const row of rows) sequences.push({ name, lastValue: row.last_value, isCalled: row.is_called });
  }
  return sequences;
}
