import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRegistry, Opened, openFoundation } from '@pmcw/runtime';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptLog } from '../../test/logger.ts';
import { productModels } from '../models.ts';
import { openProjector } from './projectorThread.ts';

let database: TestDatabase;
let folder: string;
let opened: Opened;
beforeEach(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-thread-'));
  opened = new Opened();
});
afterEach(async () => {
  await opened.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

it('a thread that hangs is started again', async () => {
  const logger = keptLog();
  const settings = { DATABASE_URL: database.url, VAULT_KEY: randomBytes(32), LOG_LEVEL: 'info' };
  const tools = { opened, logger, registry: createRegistry() };
  const { eventStore, incarnations } = await openFoundation(settings, tools);
  const file = path.join(folder, 'thread.mjs');
  const built = pathToFileURL(path.resolve(import.meta.dirname, '../../dist/thread/main.js')).href;
  await writeFile(
    file,
    `import { existsSync, writeFileSync } from 'node:fs';
     import { parentPort } from 'node:worker_threads';
     const hung = ${JSON.stringify(path.join(folder, 'hung'))};
     const post = parentPort.postMessage.bind(parentPort);
     parentPort.postMessage = (message) => {
       post(message);
       if (message.kind !== 'started' || existsSync(hung)) return;
       writeFileSync(hung, '');
       for (;;);
     };
     await import(${JSON.stringify(built)});`,
  );
  const projector = openProjector({
    ...{ eventStore, incarnations, settings, ...tools },
    program: pathToFileURL(file),
    aliveEveryMs: 200,
  });
  opened.add(() => projector.stop());
  await projector.start();
  const message = 'the thread of the read models ended and is started again';
  await expect
    .poll(() => logger.lines)
    .toContainEqual({ level: 'error', fields: { err: new Error('It hangs') }, message });
  await expect
    .poll(async () => (await projector.status()).map(({ state }) => state))
    .toEqual(productModels.map(() => 'running'));
});
