import { isSoak, scaled } from '@pmcw/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { postgresForSpecs } from './postgresDatabase.ts';
import { runProcess } from './processes.ts';

const postgres = postgresForSpecs();
const events = scaled(100_000);
const batchSize = 2_000;
/** Far below the size of a million events (hundreds of megabytes), far above normal variation. */
const wobble = 8 * 1024 * 1024;

const report = z.object({
  seen: z.literal(`${events}`),
  largest: z.literal(batchSize),
  heaps: z.array(z.number()).length(10),
});

it('follows a log of any length in constant memory', { timeout: 240_000 }, async () => {
  await (await postgres.openEmpty()).close();
  await postgres.query(
    `insert into event_store.events
     select n, 'bulk-' || n % 1000, (n - 1) / 1000, lpad(to_hex(n), 32, '0')::uuid, 'Bulk', '{"text":"some words of a message"}', '{}'
     from generate_series(1, $1::bigint) n`,
    [events],
  );
  const args = [postgres.url(), `${events}`, `${batchSize}`];
  const printed = await runProcess('millionReader.ts', args, ['--expose-gc']);
  const { heaps } = report.parse(JSON.parse(printed));
  const [warm = 0, ...later] = heaps;
  if (isSoak) expect(Math.max(...later) - warm).toBeLessThan(wobble);
});
