import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptLog } from '../../test/logger.ts';
import { message, recordsOf, registration } from '../../test/records.ts';
import { scriptedStore } from '../../test/scriptedStore.ts';
import { productModels } from '../models.ts';
import { createProjector, type Projector } from '../runner/projector.ts';
import { runProjectionsCli } from './cli.ts';

const eventStore = scriptedStore(recordsOf([registration(1), registration(2), message('a', 1, 2)]));

let database: TestDatabase;
let projector: Projector;

beforeEach(async () => {
  database = await freshDatabase();
  projector = createProjector({
    eventStore,
    incarnations: onlyIncarnation,
    connectionString: database.url,
    logger: keptLog(),
  });
  await projector.start();
  await expect.poll(async () => (await projector.status()).every(({ lag }) => lag === 0n)).toBe(true);
});
afterEach(async () => {
  await projector.stop();
  await database.drop();
});

async function run(...args: string[]): Promise<{ code: number; printed: string }> {
  const out = new PassThrough();
  const printed = text(out);
  const deps = {
    eventStore,
    incarnations: onlyIncarnation,
    connectionString: database.url,
    logger: keptLog(),
  };
  const code = await runProjectionsCli(args, deps, out);
  out.end();
  return { code, printed: await printed };
}

describe('the commands, beside a running service', () => {
  it('print the status of every model', async () => {
    const { code, printed } = await run('status');
    expect(code).toBe(0);
    expect(printed.split('\n').map((line) => line.split(/\s+/))).toEqual([
      ['MODEL', 'STATE', 'POSITION', 'LAG', 'VERSION', 'WRITER', 'SINCE'],
      ...productModels.map(({ name, version }) => [
        ...[name, 'running', '3', '0', String(version)],
        expect.stringMatching(new RegExp(`:${process.pid}@\\d+\\.\\d+\\.\\d+$`)),
        expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      ]),
      [''],
    ]);
  });

  it('rebuild a model, with a progress bar', async () => {
    const { code, printed } = await run('rebuild', 'messages');
    expect(code).toBe(0);
    expect(printed).toContain('messages |████');
    expect(printed).toContain('messages: 3 events folded, tables swapped.');
    await expect
      .poll(() => projector.status())
      .toMatchObject(productModels.map(() => ({ state: 'running', lag: 0n })));
  });

  it.each([[[]], [['rebuild']], [['rebuild', 'nothing']], [['status', 'x']], [['rebuild', 'messages', 'x']]])(
    'refuse %j, with the names of the models',
    async (args) => {
      const { code, printed } = await run(...args);
      expect(code).toBe(2);
      expect(printed).toContain(`The models are ${productModels.map(({ name }) => name).join(', ')}`);
    },
  );
});
