import { describe, expect, it } from 'vitest';
import { type DatabaseFacts, type Finding, findingsOf, serverFindings } from './requirements.ts';

const good: DatabaseFacts = {
  database: 'pmcw',
  role: 'pmcw',
  lowers_letters: true,
  collation_changed: false,
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_recycle: 'off',
  connections: 297,
  free_connections: 100,
  may_create: true,
  closed_schemas: [],
  extensions: ['plpgsql'],
  missing_extensions: [],
  may_add_extensions: true,
};
const needs = { connections: 46, creates: true, extensions: ['pg_trgm'] };
const reload = '-c "select pg_reload_conf()"';
const first = (findings: readonly Finding[]) =>
  findings.map(({ isRefused, problem, remedy }) => [isRefused ? 'refused' : 'warned', problem, remedy])[0];

it('finds nothing where everything is as it should be', () => {
  expect([...serverFindings(180_004, 'UTF8'), ...findingsOf(good, needs)]).toEqual([]);
});

describe('the server', () => {
  it.each([
    [140_011, 'UTF8', 'refused', 'PostgreSQL 14 is too old'],
    [190_000, 'UTF8', 'warned', 'PostgreSQL 19 was not tested with this release'],
    [180_004, 'SQL_ASCII', 'refused', "its encoding is SQL_ASCII, which can't hold every name and message"],
  ])('%i with %s is %s', (version, encoding, verdict, problem) => {
    expect(first(serverFindings(version, encoding))?.slice(0, 2)).toEqual([verdict, problem]);
  });
});

describe('a database', () => {
  it.each<[string, string, Partial<DatabaseFacts>, string]>([
    [
      'refused',
      'its locale',
      { lowers_letters: false },
      "template template0 encoding 'UTF8' locale 'C.UTF-8'",
    ],
    ['warned', 'the collation', { collation_changed: true }, '-c "reindex database pmcw"'],
    ['refused', 'fsync=off', { fsync: 'off' }, `-c "alter system set fsync = on" ${reload}`],
    [
      'refused',
      'synchronous_commit=off',
      { synchronous_commit: 'off' },
      '-c "alter role pmcw in database pmcw set synchronous_commit = on"',
    ],
    [
      'warned',
      'full_page_writes=off',
      { full_page_writes: 'off' },
      `-c "alter system set full_page_writes = on" ${reload}`,
    ],
    ['warned', 'wal_recycle=on', { wal_recycle: 'on' }, `-c "alter system set wal_recycle = off" ${reload}`],
    ['refused', 'it allows 40 connections', { connections: 40 }, 'max_connections'],
    ['warned', 'only 37 of its connections', { free_connections: 37 }, 'max_connections'],
    ['refused', 'pmcw may not create', { may_create: false }, '-c "grant create on database pmcw to pmcw"'],
    ['refused', 'pmcw may not use', { closed_schemas: ['vault'] }, '-c "grant all on schema vault to pmcw"'],
    ['refused', 'its server lacks', { missing_extensions: ['pg_trgm'] }, 'postgresql-contrib'],
    [
      'refused',
      'it lacks the extension pg_trgm',
      { may_add_extensions: false },
      '-d pmcw -c "create extension pg_trgm schema public"',
    ],
  ])('is %s when %s …, with the command', (verdict, problem, facts, remedy) => {
    const found = findingsOf({ ...good, ...facts }, needs);
    expect(found).toHaveLength(1);
    expect(first(found)).toEqual([
      verdict,
      expect.stringContaining(problem),
      expect.stringContaining(remedy),
    ]);
  });

  it.each(['local', 'remote_write', 'remote_apply'])('may have synchronous_commit=%s', (setting) => {
    expect(findingsOf({ ...good, synchronous_commit: setting }, needs)).toEqual([]);
  });

  it('quotes names inside a command of the shell', () => {
    const facts = { ...good, role: '"Mr. X"', may_create: false };
    expect(first(findingsOf(facts, needs))?.[2]).toContain('to \\"Mr. X\\""');
  });
});
