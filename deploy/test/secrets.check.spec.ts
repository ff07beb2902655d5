import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pmcw-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const script = path.resolve(import.meta.dirname, '../secrets.sh');
const make = () => spawnSync(script, [folder], { encoding: 'utf8' });
const contents = () =>
  readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]);

it('makes missing secrets and keeps the others, names an empty one, and replaces nothing', () => {
  expect(make().status).toBe(0);
  const made = contents();
  expect(make()).toMatchObject({ status: 0, stdout: '' });
  expect(contents()).toEqual(made);

  const key = path.join(folder, 'vault_key');
  rmSync(key);
  writeFileSync(key, '');
  const { status, stderr } = make();
  expect([status, stderr]).toEqual([1, expect.stringContaining('vault_key is empty.')]);
  expect(readFileSync(key, 'utf8')).toBe('');
});
