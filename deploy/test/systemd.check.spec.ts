import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './composed.ts';

const unit = path.join(root, 'deploy/systemd/pmcw.service');
/** As `systemd-analyze security` rates: 10 is unprotected. */
const worstExposure = 2;
const shutdownSeconds = 15;

let folder: string;
let text: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-unit-'));
  text = await readFile(unit, 'utf8');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const valuesOf = (key: string) =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value);

it('is what systemd understands, and protected well', async () => {
  const here = path.join(folder, 'pmcw.service');
  await writeFile(
    here,
    text
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('/opt/pmcw', root)
      .replace(/^Documentation.*$/m, ''),
  );
  const analyze = (...args: readonly string[]) =>
    execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  expect(analyze('verify', '--man=no', here)).toBe('');
  analyze('security', '--offline=true', `--threshold=${worstExposure * 10}`, here);
});

it('starts the program of `npm start`, with settings that it reads', async () => {
  const scripts: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const program = valuesOf('ExecStart')[0]?.replace('/usr/bin/', '');
  expect(scripts).toMatchObject({ scripts: { start: program } });
  const manual = await readFile(path.join(root, 'docs/operations.md'), 'utf8');
  const names = valuesOf('Environment').flatMap((line) =>
    [...(line ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name),
  );
  expect(names).toHaveLength(6);
  for (const name of names) expect(manual).toContain(`\`${name?.replace(/_FILE$/, '')}\``);
});

it('gets its secret as a credential, and more time to stop than it takes', () => {
  const [credential] = valuesOf('LoadCredential');
  expect(credential).toBe('vault_key:/etc/pmcw/vault_key');
  expect(text).toContain('VAULT_KEY_FILE=%d/vault_key');
  expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(shutdownSeconds);
  expect(valuesOf('KillMode')).toEqual(['mixed']);
});
