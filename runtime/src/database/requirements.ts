import { z } from 'zod';

/** Connections of a caller to a database, and what its schemas need. */
export interface DatabaseNeeds {
  /** Of all its pools together, at most. */
  readonly connections: number;
  /** Whether it creates and migrates schemas. */
  readonly creates?: boolean;
  readonly extensions?: readonly string[];
}

export interface Finding {
  /** Otherwise it is logged as a warning. */
  readonly isRefused: boolean;
  /** A sentence without its full stop. */
  readonly problem: string;
  /** A command, or what to change where there is no command. */
  readonly remedy: string;
}

/** Releases that the specs were run with. */
export const testedVersions = { first: 15, last: 18 };

const flag = z.enum(['on', 'off']);

/** A row of `readFacts`; names are quoted for SQL. */
export const factsSchema = z.object({
  database: z.string(),
  role: z.string(),
  lowers_letters: z.boolean(),
  collation_changed: z.boolean(),
  fsync: flag,
  synchronous_commit: z.string(),
  full_page_writes: flag,
  wal_recycle: flag,
  connections: z.number(),
  free_connections: z.number(),
  may_create: z.boolean(),
  closed_schemas: z.array(z.string()),
  extensions: z.array(z.string()),
  missing_extensions: z.array(z.string()),
  may_add_extensions: z.boolean(),
});

export type DatabaseFacts = z.infer<typeof factsSchema>;

const refused = (problem: string, remedy: string): Finding => ({ isRefused: true, problem, remedy });
const warned = (problem: string, remedy: string): Finding => ({ isRefused: false, problem, remedy });

const asSuperuser = (...statements: readonly string[]): string =>
  `psql -U postgres ${statements.map((statement) => `-c "${statement.replaceAll('"', '\\"')}"`).join(' ')}`;
const systemSetting = (name: string, value: string): string =>
  asSuperuser(`alter system set ${name} = ${value}`, 'select pg_reload_conf()');

const createDatabase = asSuperuser(
  `create database pmcw2 template template0 encoding 'UTF8' locale 'C.UTF-8'`,
);
const moveIt = `${createDatabase}, and move the data there: npm run backup`;

/** @param version `server_version_num`, such as 180004 */
export function serverFindings(version: number, encoding: string): readonly Finding[] {
  const ofEncoding =
    encoding === 'UTF8'
      ? []
      : [refused(`its encoding is ${encoding}, which can't hold every name and message`, moveIt)];
  return [...versionFindings(version), ...ofEncoding];
}

function versionFindings(version: number): readonly Finding[] {
  const major = Math.floor(version / 10_000);
  const { first, last } = testedVersions;
  if (major < first) {
    return [
      refused(
        `PostgreSQL ${major} is too old`,
        `upgrade it to ${last}, or at least to ${first} (pg_upgrade)`,
      ),
    ];
  }
  if (major <= last) return [];
  return [warned(`PostgreSQL ${major} was not tested with this release`, `use ${first} to ${last}`)];
}

function textFindings(facts: DatabaseFacts): readonly Finding[] {
  return [
    ...(facts.lowers_letters
      ? []
      : [refused('its locale has no lower case beyond English, so search would miss members', moveIt)]),
    ...(facts.collation_changed
      ? [
          warned(
            'the collation of the operating system has changed, so indexes of text may be out of order',
            asSuperuser(
              `reindex database ${facts.database}`,
              `alter database ${facts.database} refresh collation version`,
            ),
          ),
        ]
      : []),
  ];
}

function durabilityFindings(facts: DatabaseFacts): readonly Finding[] {
  const { database, role } = facts;
  return [
    ...(facts.fsync === 'on'
      ? []
      : [
          refused(
            'fsync=off: it can lose or damage what it has confirmed when the machine crashes',
            systemSetting('fsync', 'on'),
          ),
        ]),
    ...(facts.synchronous_commit === 'off'
      ? [
          refused(
            'synchronous_commit=off: it can lose messages that it has confirmed',
            asSuperuser(`alter role ${role} in database ${database} set synchronous_commit = on`),
          ),
        ]
      : []),
    ...(facts.full_page_writes === 'on'
      ? []
      : [
          warned(
            'full_page_writes=off: a crash can damage pages, unless the file system writes them whole (ZFS)',
            systemSetting('full_page_writes', 'on'),
          ),
        ]),
    ...(facts.wal_recycle === 'off'
      ? []
      : [
          warned(
            'wal_recycle=on: names and keys of erased members remain in reused files of its log',
            systemSetting('wal_recycle', 'off'),
          ),
        ]),
  ];
}

function connectionFindings(facts: DatabaseFacts, needed: number): readonly Finding[] {
  const { connections: most, free_connections: free } = facts;
  const raise = `${asSuperuser('alter system set max_connections = 300')}, then restart it (or raise the limit of the role or database)`;
  if (most < needed) return [refused(`it allows ${most} connections; this process needs ${needed}`, raise)];
  if (free >= needed) return [];
  return [warned(`only ${free} of its connections are free; this process needs up to ${needed}`, raise)];
}

function rightFindings(facts: DatabaseFacts, { creates = false }: DatabaseNeeds): readonly Finding[] {
  const { database, role } = facts;
  return [
    ...(creates && !facts.may_create
      ? [
          refused(
            `${role} may not create schemas in it`,
            asSuperuser(`grant create on database ${database} to ${role}`),
          ),
        ]
      : []),
    ...facts.closed_schemas.map((schema) =>
      refused(
        `${role} may not use the schema ${schema}`,
        asSuperuser(
          `grant all on schema ${schema} to ${role}`,
          `grant all on all tables in schema ${schema} to ${role}`,
          `grant all on all sequences in schema ${schema} to ${role}`,
        ).replace('psql -U postgres', `psql -U postgres -d ${database}`),
      ),
    ),
  ];
}

function extensionFindings(facts: DatabaseFacts, { extensions = [] }: DatabaseNeeds): readonly Finding[] {
  return extensions.flatMap((extension) => {
    if (facts.extensions.includes(extension)) return [];
    if (facts.missing_extensions.includes(extension)) {
      return [
        refused(
          `its server lacks the extension ${extension}`,
          'install the package postgresql-contrib there',
        ),
      ];
    }
    if (facts.may_add_extensions) return [];
    return [
      refused(
        `it lacks the extension ${extension}, which ${facts.role} may not add`,
        `psql -U postgres -d ${facts.database} -c "create extension ${extension} schema public"`,
      ),
    ];
  });
}

/** The table of docs/operations.md, "Your own PostgreSQL". */
export const findingsOf = (facts: DatabaseFacts, needs: DatabaseNeeds): readonly Finding[] => [
  ...textFindings(facts),
  ...durabilityFindings(facts),
  ...connectionFindings(facts, needs.connections),
  ...rightFindings(facts, needs),
  ...extensionFindings(facts, needs),
];
