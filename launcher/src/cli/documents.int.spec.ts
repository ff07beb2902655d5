import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auditFolderOf } from '@pmcw/notary';
import { eventually } from '@pmcw/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tools } from '../../bin/usage.mjs';
import { cookiesOf, type RunningProduct, registration, runProduct } from '../../test/product.ts';
import { root } from '../places.ts';

const position = z.string().regex(/^\d+$/);
const keyId = z.string().regex(/^[0-9a-f]{16}$/);

/** The document of each command that reports a state. */
const documents: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  projections: {
    status: z.strictObject({
      engine: z.enum(['postgres', 'eventstoredb']),
      head: position,
      models: z.array(
        z.strictObject({
          name: z.string(),
          version: z.int(),
          position,
          lag: position,
          state: z.enum(['running', 'standby', 'rebuilding', 'poisoned', 'stranded']),
          error: z.string().nullable(),
          writer: z.string().nullable(),
          writesSince: z.iso.datetime().nullable(),
          unwrittenSeconds: z.number(),
        }),
      ),
    }),
  },
  'event-store': {
    verify: z.discriminatedUnion('equal', [
      z.strictObject({ equal: z.literal(true), events: z.int() }),
      z.strictObject({ equal: z.literal(false), events: z.int(), difference: z.string() }),
    ]),
  },
  vault: {
    status: z.strictObject({
      opens: z.boolean(),
      masterKey: keyId.nullable(),
      rotatingFrom: keyId.nullable(),
      memberKeys: z.array(z.strictObject({ keyId, members: z.int() })),
      erasedMembers: z.int(),
      processes: z.array(z.strictObject({ keyIds: z.array(keyId), processes: z.int() })),
      advice: z.array(z.string()),
    }),
    erased: z.strictObject({ members: z.array(z.int()) }),
  },
  audit: {
    verify: z.strictObject({
      kind: z.enum(['whole', 'altered', 'truncated', 'forged-checkpoint', 'unsigned']),
      signed: z.int(),
      sentence: z.string(),
    }),
    receipt: z.strictObject({ isTrue: z.boolean(), what: z.string() }),
  },
};

/** Commands that change something, or run a part. Their exit code is their result. */
const actions: Readonly<Record<string, readonly string[]>> = {
  projections: ['rebuild'],
  'event-store': ['export', 'import', 'copy', 'restored'],
  vault: ['rotate-key', 'rotate-profile-key', 'backup', 'restore', 'forget'],
  backup: ['create', 'restore'],
  database: ['upgrade'],
  admin: ['grant'],
};

const programs: Readonly<Record<string, string>> = { 'event-store': 'eventStore' };

let product: RunningProduct;
let folder: string;
const file = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-documents-'));
  product = await runProduct({ audit: auditFolderOf(folder, 'postgres'), checkpointEveryMs: 50 });
  const cookie = cookiesOf(await product.ask('POST', '/api/register', { body: registration('ada') }));
  const deleted = await product.ask('DELETE', '/api/user/account', { cookie });
  await writeFile(file('receipt.json'), await deleted.text());
  await eventually(async () =>
    expect((await product.ask('GET', '/.well-known/pmcw/checkpoint.json')).ok).toBe(true),
  );
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

/** The latest build, as the image `tools` calls it, beside the running product. */
function run(tool: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = path.join(root, 'launcher/dist/cli', `${programs[tool] ?? tool}.js`);
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: product.databaseUrl,
    VAULT_KEY: product.masterKey.toString('base64'),
    AUDIT_DIR: folder,
    // Not used, because the database is given.
    DATA_DIR: file('no-such-folder'),
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

const names = Object.keys(tools).filter((name) => tools[name]?.commands !== undefined);

it('every command of every tool reports a state by --json, or is an action', () => {
  const reports = names.map((name) => [name, tools[name]?.json ?? []]);
  expect(Object.fromEntries(reports)).toEqual({
    ...Object.fromEntries(names.map((name) => [name, []])),
    ...Object.fromEntries(Object.entries(documents).map(([name, of]) => [name, Object.keys(of)])),
  });
  for (const name of names) {
    const commands = Object.keys(tools[name]?.commands ?? {}).map((command) => command.split(' ')[0]);
    expect([...Object.keys(documents[name] ?? {}), ...(actions[name] ?? [])].toSorted()).toEqual(
      commands.toSorted(),
    );
  }
});

describe('--json', () => {
  const given: Readonly<Record<string, readonly string[]>> = {
    'event-store verify': ['--from', 'DATABASE_URL', '--to', 'DATABASE_URL'],
    'audit receipt': ['receipt.json'],
  };
  const commands = Object.entries(documents).flatMap(([tool, of]) =>
    Object.entries(of).map(([command, schema]) => ({ tool, command, schema })),
  );

  it.each(commands)(
    '$tool $command prints one document and nothing else',
    async ({ tool, command, schema }) => {
      const args = (given[`${tool} ${command}`] ?? []).map((arg) =>
        arg.endsWith('.json') ? file(arg) : arg,
      );
      const { code, stdout } = await run(tool, command, ...args, '--json');
      expect(stdout).toMatch(/^[^\n]+\n$/);
      expect(() => schema.parse(JSON.parse(stdout))).not.toThrow();
      expect(code).toBe(0);
    },
  );

  it('reports a difference too, with exit code 1', async () => {
    expect(await run('event-store', 'export', file('log'))).toMatchObject({ code: 0 });
    await product.ask('POST', '/api/register', { body: registration('ben') });
    const { code, stdout } = await run('event-store', 'verify', file('log'), '--json');
    expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ equal: false })]);
  });

  it('leaves standard output empty when it fails, with the reason on standard error', async () => {
    expect(await run('audit', 'receipt', file('none'), '--json')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('is no receipt'),
    });
  });

  it('is refused for commands that report nothing', async () => {
    expect(await run('vault', 'backup', file('vault'), '--json')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^backup has no --json\.\n\nUsage: vault <command> \[options\]\n/),
    });
  });
});

it.each(names)('%s explains itself in the image, without settings', async (tool) => {
  const { code, stdout, stderr } = await run(tool, '--help');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^Usage: ${tool} <command>`));
});
