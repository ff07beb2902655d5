import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../src/places.ts';

const tier = (name: string) => ({ test: { name, globals: true, include: [`*.${name}.spec.mjs`] } });
const config = { test: { projects: [tier('unit'), tier('int')] } };

const green = "it('holds', () => expect(1).toBe(1));";
const red = "it('does not hold', () => expect(1, 'one is two').toBe(2));";
/** Fails in its first run, and passes afterwards. */
const unsteady = `
  import { existsSync, writeFileSync } from 'node:fs';
  describe('now and then', () => it('is late', () => {
    const wasHere = existsSync('been-here');
    writeFileSync('been-here', '');
    expect(wasHere, 'it came too late').toBe(true);
  }));`;
const unhandled = `
  import { existsSync, writeFileSync } from 'node:fs';
  it('holds', async () => {
    if (!existsSync('been-here')) void Promise.reject(new Error('nobody listened'));
    writeFileSync('been-here', '');
    await new Promise((resolve) => setTimeout(resolve, 10));
  });`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'second-try-'));
  writeFileSync(path.join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs specs, by file name, like `npm test`. */
function run(specs: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(specs)) writeFileSync(path.join(folder, name), text);
  const args = [path.join(root, 'launcher/bin/specs.mjs'), '--root', folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, output: stdout + stderr, lines: stdout.trimEnd().split('\n') };
}

describe('a second try', () => {
  it('is not needed for passing specs', () => {
    const { status, output } = run({ 'a.unit.spec.mjs': green, 'b.int.spec.mjs': green });
    expect(status, output).toBe(0);
    expect(output).not.toMatch(/alone|unsteady/);
  });

  it('of the failed file alone can make the run pass, and reports which spec had failed and why', () => {
    const { status, output, lines } = run({ 'a.int.spec.mjs': unsteady, 'b.int.spec.mjs': green });
    expect(status, output).toBe(0);
    expect(lines.at(-1)).toBe('unsteady: a.int.spec.mjs > now and then > is late');
    expect(output.slice(output.indexOf('green alone'))).toContain('it came too late');
    const second = output.slice(output.indexOf('Once more, alone: a.int.spec.mjs'));
    expect(second).not.toContain('b.int.spec.mjs');
  });

  it('that fails again fails the run', () => {
    const { status, output } = run({ 'a.int.spec.mjs': red, 'b.int.spec.mjs': unsteady });
    expect(status).toBe(1);
    expect(output).toContain('red: a.int.spec.mjs, twice');
    expect(output).not.toContain('unsteady:');
  });

  it('is not given to unit specs', () => {
    const { status, output } = run({ 'a.unit.spec.mjs': unsteady, 'b.int.spec.mjs': green });
    expect(status).toBe(1);
    expect(output).toContain('red: a.unit.spec.mjs');
    expect(output).not.toContain('Once more');
  });

  it('is given for unhandled errors as well', () => {
    const { status, output, lines } = run({ 'a.int.spec.mjs': unhandled });
    expect(status, output).toBe(0);
    expect(lines.at(-1)).toBe('unsteady: a.int.spec.mjs > an unhandled error');
  });

  it('is given to a file that cannot be loaded, without success', () => {
    const { status, output } = run({ 'a.int.spec.mjs': "import './nowhere.mjs';" });
    expect(status).toBe(1);
    expect(output).toContain('red: a.int.spec.mjs, twice');
  });

  it('does not help a run that finds no specs', () => {
    expect(run({}).status).toBe(1);
  });
});
