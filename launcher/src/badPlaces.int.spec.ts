import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort, freshDatabase, ownMarks, type TestDatabase } from '@pmcw/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from './places.ts';

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-places-'));
  await writeFile(path.join(folder, 'file'), '');
  await mkdir(path.join(folder, 'data'));
  database = await freshDatabase();
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** The latest build of `npm start`, which must not start. */
async function failedStart(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [path.join(root, 'launcher/dist/main.js')], {
    env: {
      ...{ PATH: process.env.PATH, ...ownMarks(), DATABASE_URL: database.url },
      ...{ PORT: String(await freePort()), DATA_DIR: path.join(folder, 'data'), ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, printed: out + err };
}

it.each<[string, (folder: string) => Record<string, string>, RegExp]>([
  [
    'DATA_DIR below a file',
    (at) => ({ DATA_DIR: `${at}/file/data` }),
    /^DATA_DIR can't be used: ENOTDIR: .*\/file\/data'$/,
  ],
  [
    'DATA_DIR that is a file',
    (at) => ({ DATA_DIR: `${at}/file` }),
    /^DATA_DIR can't be used: EEXIST: .*\/file'$/,
  ],
  [
    'AUDIT_DIR below a file',
    (at) => ({ AUDIT_DIR: `${at}/file/audit` }),
    /^AUDIT_DIR can't be used: ENOTDIR: /,
  ],
  ['HOST that is no address', () => ({ HOST: 'host.invalid' }), /^HOST is no address of this machine\.$/],
  ['HOST of another machine', () => ({ HOST: '192.0.2.1' }), /^HOST is no address of this machine\.$/],
])('explains in one sentence, without a stack: %s', async (_what, env, sentence) => {
  const { code, printed } = await failedStart(env(folder));
  expect(code).toBe(1);
  expect(printed.trim()).toMatch(sentence);
});

it('explains a key that can’t be read, and leaves it', async () => {
  const key = path.join(folder, 'data/vault.key');
  await symlink(key, key);
  const { code, printed } = await failedStart({});
  expect(code).toBe(1);
  expect(printed.trim()).toMatch(
    /^\S+vault\.key can't be read \(ELOOP: .*\)\. It was left as it is\. [^\n]*$/,
  );
});
