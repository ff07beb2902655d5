import { connectedDatabase } from '@pmcw/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DatabaseFacts, findingsOf } from './requirements.ts';

let database: Awaited<ReturnType<typeof connectedDatabase>>;
beforeEach(async () => {
  database = await connectedDatabase();
});
afterEach(async () => {
  // Other specs share the server.
  await database.client.query('alter system reset all');
  await database.client.query('drop database if exists pmcw2');
  await database.drop();
});

/** Statements of `psql … -c "…" -c "…"`. */
const statementsOf = (remedy: string) =>
  [...remedy.matchAll(/ -c "((?:[^"\\]|\\")*)"/g)].map(([, statement = '']) =>
    statement.replaceAll('\\"', '"'),
  );

it('PostgreSQL takes the statements of each remedy', async () => {
  const { client, url } = database;
  await client.query('create schema vault; create role "spec of remedies"');
  const name = new URL(url).pathname.slice(1);
  const worst: DatabaseFacts = {
    database: name,
    role: '"spec of remedies"',
    lowers_letters: false,
    collation_changed: true,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_recycle: 'on',
    connections: 1,
    free_connections: 1,
    may_create: false,
    closed_schemas: ['vault'],
    extensions: [],
    missing_extensions: [],
    may_add_extensions: false,
  };
  const remedies = findingsOf(worst, { connections: 2, creates: true, extensions: ['pg_trgm'] });
  const statements = remedies.flatMap(({ remedy }) => statementsOf(remedy));
  expect(statements).toContain('alter system set wal_recycle = off');
  expect(statements.length).toBeGreaterThan(remedies.length);
  for (const statement of statements) await client.query(statement);
  await client.query('drop owned by "spec of remedies"; drop role "spec of remedies"');
});
