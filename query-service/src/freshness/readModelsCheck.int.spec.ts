import { modelNames } from '@pmcw/projections/tables';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { openReadModels } from '../storage/database.ts';
import { readModelsChecks } from './readModelsCheck.ts';

let world: World;
let db: ReturnType<typeof openReadModels>;
beforeAll(async () => {
  world = await openWorld();
  db = openReadModels(world.databaseUrl);
  await world.register('ada');
  await world.settle();
});
afterAll(async () => {
  await db.destroy();
  await world.close();
});

it('reports the position of each read model and of the log', async () => {
  const head = await world.stored.head();
  const found = await readModelsChecks(db, { head: async () => head + 7n }).readModels();
  expect(found).toEqual({
    ok: true,
    head: String(head + 7n),
    models: modelNames.map((name) => ({
      ...{ name, state: 'made', position: String(head), lag: '7', unwrittenSeconds: 0 },
    })),
  });
});

it('reports missing and stopped models, and is ready nevertheless', async () => {
  const [poisoned = 'accounts', stranded = 'accounts', missing = 'accounts', ...others] = modelNames;
  const head = await world.stored.head();
  const tables = await db.startTransaction().execute();
  const change = (set: { poison_position?: string; stranded?: string }, model: string) =>
    tables.updateTable('projections.checkpoints').set(set).where('model', '=', model).execute();
  await change({ poison_position: '1' }, poisoned);
  await change({ stranded: 'gone' }, stranded);
  await tables.deleteFrom('projections.checkpoints').where('model', '=', missing).execute();
  const checks = readModelsChecks(tables, { head: async () => head });
  const [found, fresh] = [await checks.readModels(), await checks.freshness()];
  // The projector never sees it.
  await tables.rollback().execute();
  expect(fresh).toEqual({
    ok: false,
    reason: `${poisoned}: poisoned; ${stranded}: stranded; ${missing}: missing`,
  });
  expect(found).toMatchObject({
    ok: true,
    models: [
      { name: poisoned, state: 'poisoned', lag: '0' },
      { name: stranded, state: 'stranded', lag: '0' },
      { name: missing, state: 'missing', position: null, lag: null },
      ...others.map((name) => ({ name, state: 'made' })),
    ],
  });
});

it('reports no lag while the log does not answer', async () => {
  const away = { head: () => Promise.reject(new Error('away')) };
  const found = await readModelsChecks(db, away).readModels();
  expect(found).toMatchObject({ ok: true, head: null });
  expect(found.models).toContainEqual(expect.objectContaining({ lag: null, position: expect.any(String) }));
});

it('reports models that no process writes, although the log is idle, with or without a log that answers', async () => {
  const { freshness } = readModelsChecks(db, { head: () => Promise.reject(new Error('away')) });
  expect(await freshness()).toEqual({ ok: true });
  const tables = await db.startTransaction().execute();
  await sql`update projections.leases set expires_at = clock_timestamp() - interval '31 seconds' where model = 'audit'`.execute(
    tables,
  );
  await sql`update projections.checkpoints set updated_at = clock_timestamp() - interval '1 hour'`.execute(
    tables,
  );
  const found = await readModelsChecks(tables, world.stored).freshness();
  await tables.rollback().execute();
  expect(found).toEqual({ ok: false, reason: 'audit: no process has written it for 31 seconds' });
});
