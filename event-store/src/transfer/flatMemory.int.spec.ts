import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isSoak, scaled } from '@pmcw/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { postgresForSpecs } from '../../test/postgresDatabase.ts';
import { runProcess } from '../../test/processes.ts';
import { openPostgresLog } from '../index.ts';

const [source, target] = [postgresForSpecs(), postgresForSpecs()];
const events = scaled(10_000);
/** Far below the events’ size (over a hundred megabytes), far above normal variation. */
const wobble = 16 * 1024 * 1024;

const report = z.object({ codes: z.array(z.number()), heaps: z.array(z.number()) });

it('moves a log of any length in constant memory', { timeout: 240_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-transfer-'));
  await (await source.openEmpty()).close();
  await source.query(
    `insert into event_store.events
     select n, 'bulk-' || n % 1000, (n - 1) / 1000, lpad(to_hex(n), 32, '0')::uuid, 'Bulk',
       json_build_object('text', repeat('some words of a message ', 20)), '{"by":"test"}'
     from generate_series(1, $1::bigint) n`,
    [events],
  );
  const args = [source.url(), path.join(folder, 'log.gz'), target.url()];
  const { codes, heaps } = report.parse(
    JSON.parse(await runProcess('transfer/moveProcess.ts', args, ['--expose-gc'])),
  );
  await rm(folder, { recursive: true });
  expect(codes).toEqual([0, 0, 0, 0]);
  const moved = await openPostgresLog({ connectionString: target.url() });
  expect(await moved.head()).toBe(BigInt(events));
  await moved.close();
  if (isSoak) expect(Math.max(...heaps) - Math.min(...heaps)).toBeLessThan(wobble);
});
