import { expect, it } from 'vitest';
import type { PostgresLog, StoredEvent } from '../src/index.ts';
import { everything, positionsTo } from './events.ts';
import { postgresForSpecs } from './postgresDatabase.ts';
import { runProcess } from './processes.ts';

const postgres = postgresForSpecs();
const writers = ['north', 'east', 'south'];
const callers = 8;
const appends = 120;
/** Callers append one, two and three events in turn. */
const written = writers.length * callers * appends * 2;

/** Reads the log from its beginning until told that nothing more comes. */
async function readWhile(log: PostgresLog, writing: Promise<unknown>): Promise<StoredEvent[]> {
  let over = false;
  void writing.finally(() => {
    over = true;
  });
  const seen: StoredEvent[] = [];
  for (let position = 0n; ; ) {
    const wasOver = over;
    const batch = await log.readAll(position, {}, 100);
    seen.push(...batch.events);
    position = batch.position;
    if (wasOver && batch.live) return seen;
  }
}

it('shows events in the order of position while several processes write', async () => {
  const log = await postgres.openEmpty();
  const writing = Promise.all(
    writers.map((name) => runProcess('writer.ts', [postgres.url(), name, `${appends}`, `${callers}`])),
  );
  const followed: StoredEvent[] = [];
  const subscription = log.subscribe(0n, async ({ events }) => {
    followed.push(...events);
  });
  const [polled] = await Promise.all([readWhile(log, writing), writing]);

  // A reader that went by `position > checkpoint` alone has seen every event, once, in order, as it was being written.
  expect(polled.map((event) => event.position)).toEqual(positionsTo(written));
  const all = await everything(log);
  expect(polled).toEqual(all);
  await expect.poll(() => followed.length).toBe(written);
  expect(followed).toEqual(all);

  // The processes really wrote side by side, and every stream is whole.
  expect(new Set(all.slice(0, written / 2).map((event) => event.type)).size).toBe(writers.length);
  for (const stream of new Set(all.map((event) => event.stream))) {
    const revisions = all.filter((event) => event.stream === stream).map((event) => event.revision);
    expect(revisions).toEqual(Array.from({ length: appends * 2 }, (_, n) => n));
  }
  await subscription.stop();
  await log.close();
});
