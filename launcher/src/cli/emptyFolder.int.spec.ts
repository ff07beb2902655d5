import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tools } from '../../bin/usage.mjs';
import { root } from '../places.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-empty-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The latest build of a tool, with a data folder that does not exist. */
function run(tool: string, words: readonly string[]) {
  const file = `${tool.replace(/-s/, 'S')}.js`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [`launcher/dist/cli/${file}`, ...words], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: path.join(folder, 'mistyped'),
      VAULT_KEY: randomBytes(32).toString('base64'),
    },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

/** One command of each tool, and all that write files; with a word for each that they take. */
const commands = Object.entries(tools).flatMap(([tool, { commands = {}, fills = [] }]) =>
  Object.keys(commands)
    .map((text) => text.split(' '))
    .filter(([name = ''], n, all) => {
      const first = all.findIndex(([other = '']) => !fills.includes(other));
      return n === first || (/^(backup|create|export|upgrade)$/.test(name) && !fills.includes(name));
    })
    .map(([name = '', ...words]) => [tool, name, words.filter((word) => word.startsWith('<'))] as const),
);

it.each(commands)('%s %s makes nothing in a mistyped data folder', async (tool, command, words) => {
  const named = words.map((_, n) => path.join(folder, `made-${n}`));
  const { status, output } = run(tool, [command, ...named]);
  expect(status, output).toBe(1);
  // Without any signature, there is nothing to compare with a log.
  const sentence = tool === 'audit' ? 'nothing was signed yet' : 'There is no database in';
  expect(output).toContain(sentence);
  expect(output).not.toContain('..');
  expect(output).not.toMatch(/^ {4}at /m);
  expect(await readdir(folder)).toEqual([]);
});
