import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { errorsOf, isReady, type Part, settingsOn, startPart, statusOf } from '../test/parts.ts';
import { query } from '../test/postgres.ts';
import { adminPassword, publicUrl } from '../test/product.ts';
import { root } from './places.ts';

let database: TestDatabase;
let folder: string;
let settings: Record<string, string>;
let projector: Part | null;
/** A log with an administrator, and no read models. */
beforeEach(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-projector-'));
  settings = { ...settingsOn(database.url, publicUrl), ADMIN_PASSWORD: adminPassword };
  projector = null;
  const commands = await startPart('command-service', settings);
  await isReady(commands);
  await commands.stop();
});
afterEach(async () => {
  await leave('continue');
  await projector?.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

const leave = (name: string) => writeFile(path.join(folder, name), '');
const isThere = (name: string) => existsSync(path.join(folder, name));

/** The projector of production; where it writes the row of a member, it does this first. */
async function startProjector(beforeRow: string): Promise<Part> {
  const file = path.join(folder, 'before.mjs');
  await writeFile(
    file,
    `import { existsSync, writeFileSync } from 'node:fs';
     import { createRequire } from 'node:module';
     const { Client } = createRequire(${JSON.stringify(path.join(root, 'package.json'))})('pg');
     const at = (name) => ${JSON.stringify(`${folder}/`)} + name;
     const { query } = Client.prototype;
     Client.prototype.query = function (statement, ...rest) {
       if (String(statement?.text ?? statement).startsWith('insert into accounts ')) { ${beforeRow} }
       return query.call(this, statement, ...rest);
     };`,
  );
  return startPart('projections', { ...settings, NODE_OPTIONS: `--import=${pathToFileURL(file)}` });
}

const namesIn = () => query(database.url, 'select username from accounts.accounts');
const heldLeases = () =>
  query(database.url, 'select model from projections.leases where expires_at > clock_timestamp()');

it('answers while read models are folded, and returns its leases at the end', async () => {
  projector = await startProjector(`writeFileSync(at('folding'), ''); while (!existsSync(at('continue')));`);
  const { url } = projector;
  await expect.poll(() => isThere('folding')).toBe(true);
  await expect.poll(() => statusOf(`${url}/healthz`)).toBe(200);
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('process_cpu_seconds_total');
  expect([200, 503]).toContain(await statusOf(`${url}/readyz`));

  await leave('continue');
  await expect.poll(namesIn).toEqual([{ username: 'admin' }]);
  await isReady(projector);
  expect(await heldLeases()).not.toEqual([]);
  expect(await projector.stop()).toBe(0);
  expect(await heldLeases()).toEqual([]);
  expect(errorsOf(projector)).toEqual([]);
});

it('continues when the thread that folds crashes', async () => {
  projector = await startProjector(
    `if (!existsSync(at('crashed'))) {
       writeFileSync(at('crashed'), '');
       setTimeout(() => { throw new Error('The thread is out of order'); });
     }`,
  );
  await expect.poll(namesIn).toEqual([{ username: 'admin' }]);
  await isReady(projector);
  expect(isThere('crashed')).toBe(true);
  expect(await (await fetch(`${projector.url}/metrics`)).text()).toMatch(
    /projection_events_total\{model="accounts"\} [1-9]/,
  );
  expect(errorsOf(projector)).toEqual([expect.stringContaining('The thread is out of order')]);
  expect(await projector.stop()).toBe(0);
});
