import pg from 'pg';
import { migrationsTable } from '../migrations/done.ts';
import type { KeptSequence, KeptTable } from './format.ts';

/**
 * Tables whose rows are of the moment: a restored session would bring signed-out browsers back, tries count
 * for an hour at most, a link to reset a password lives an hour and may have been used since, and so may the answer to a
 * challenge, turns are over, and a draft may have been sent: the devices that have it bring it back. A mail may have been sent
 * too. Push subscriptions go with their sessions. And the log that a restored vault meets may be from before it carried the id.
 * Snapshots are folded from the log again, and budgets fill up by themselves.
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

/** Whether a backup holds the rows of a table. New tables are kept unless they are named here. */
export const isKept = ({ name }: KeptTable): boolean => !passing.includes(name);

/** A name of the vault as SQL wants it. */
export const qualified = (name: string): string => `vault.${pg.escapeIdentifier(name)}`;

/** Tables of the vault but that of the migrations, by name, with their columns in order; none when there is no vault. */
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

/** Sequences of the vault. They know no snapshots: a value is that of the moment, or later. */
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
