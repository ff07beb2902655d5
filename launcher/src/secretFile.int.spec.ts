import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CannotStartError } from '@pmcw/runtime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSecret, readSecret, type SecretFile } from './secretFile.ts';

let folder: string;
let file: SecretFile;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-secret-'));
  file = {
    path: path.join(folder, 'key'),
    shape: 'five letters',
    isValid: (value) => value.length === 5,
    remedy: 'Put it back.',
  };
});
afterEach(() => rm(folder, { recursive: true }));

it('is missing, then made once for its owner only, whichever of several starts is first', async () => {
  expect(await readSecret(file)).toBeNull();
  const made = await Promise.all(['first', 'other', 'third'].map((value) => createSecret(file, value)));
  expect(new Set(made).size).toBe(1);
  expect(await createSecret(file, 'later')).toBe(made[0]);
  expect(await readSecret(file)).toBe(made[0]);
  expect((await stat(file.path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['key']);
});

it.each([
  ['empty', '', 'is empty'],
  ['malformed', 'long text\n', 'does not hold five letters'],
])('names an %s file, and leaves it', async (_what, content, problem) => {
  await writeFile(file.path, content);
  for (const use of [readSecret(file), createSecret(file, 'newer')]) {
    await expect(use).rejects.toThrow(`${file.path} ${problem}. It was left as it is. Put it back.`);
    await expect(use).rejects.toBeInstanceOf(CannotStartError);
  }
  expect(await readFile(file.path, 'utf8')).toBe(content);
});

it.each([
  ['a folder', (where: string) => mkdir(where), 'EISDIR'],
  ['a loop of links', (where: string) => symlink(where, where), 'ELOOP'],
])('never takes what can’t be read for missing: %s', async (_what, make, code) => {
  await make(file.path);
  const before = await readdir(folder, { withFileTypes: true });
  for (const use of [readSecret(file), createSecret(file, 'newer')]) {
    await expect(use).rejects.toThrow(`${file.path} can't be read (${code}`);
  }
  expect(await readdir(folder, { withFileTypes: true })).toEqual(before);
});
