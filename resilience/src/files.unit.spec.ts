import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFile, ifThere, makeFolder } from './files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('takes only a missing file for missing', async () => {
  const file = path.join(folder, 'file');
  expect(await ifThere(readFile(file, 'utf8'))).toBeNull();
  await writeFile(file, '');
  expect(await ifThere(readFile(file, 'utf8'))).toBe('');

  const [loop, itself] = [path.join(folder, 'loop'), path.join(folder, 'folder')];
  await symlink(loop, loop);
  await mkdir(itself);
  await expect(ifThere(readFile(loop))).rejects.toThrow('ELOOP');
  await expect(ifThere(readFile(itself))).rejects.toThrow('EISDIR');
  await expect(ifThere(readFile(path.join(file, 'below')))).rejects.toThrow('ENOTDIR');
});

it('creates a file once, with the content of one caller, and leaves nothing else', async () => {
  const file = path.join(folder, 'key');
  const contents = Array.from({ length: 20 }, (_, n) => `key ${n}`);
  const created = await Promise.all(contents.map((content) => createFile(file, content, 0o600)));
  expect(created.filter((first) => first)).toHaveLength(1);
  const content = await readFile(file, 'utf8');
  expect(content).toBe(contents[created.indexOf(true)]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  expect(await createFile(file, 'later', 0o600)).toBe(false);
  expect(await readFile(file, 'utf8')).toBe(content);
  expect(await readdir(folder)).toEqual(['key']);
});

it('replaces neither an empty file, a folder nor a link to nothing', async () => {
  const [empty, link, below] = ['empty', 'link', 'folder'].map((name) => path.join(folder, name));
  await writeFile(empty ?? '', '');
  await symlink('nothing', link ?? '');
  await mkdir(below ?? '');
  for (const file of [empty, link, below]) expect(await createFile(file ?? '', 'new', 0o600)).toBe(false);
  expect((await readdir(folder)).toSorted()).toEqual(['empty', 'folder', 'link']);
});

it('makes a folder with its parents, also twice at once, and refuses where none can be', async () => {
  const deep = path.join(folder, 'a', 'b', 'c');
  await Promise.all([makeFolder(deep, 0o700), makeFolder(deep, 0o700)]);
  expect((await stat(deep)).mode & 0o777).toBe(0o700);
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await expect(makeFolder(file, 0o700)).rejects.toThrow('EEXIST');
  await expect(makeFolder(path.join(file, 'below'), 0o700)).rejects.toThrow('ENOTDIR');
});

it.runIf(process.platform === 'linux')(
  'refuses a folder in /proc instead of trying without end',
  async () => {
    await expect(makeFolder('/proc/none/below', 0o700)).rejects.toThrow('ENOENT');
  },
);
