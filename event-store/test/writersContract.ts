import { eventually } from '@pmcw/testing/eventually';
import { expect, it } from 'vitest';
import type { EventLog, StoredEvent } from '../src/index.ts';
import { everything, expectGrowing } from './events.ts';
import { startProcess } from './processes.ts';

/** A log that other processes can open. */
export interface SharedLog {
  readonly log: EventLog;
  /** For `writer.ts`. */
  readonly url: string;
}

const writers = ['north', 'east', 'south'];
const callers = 8;

/** Reads the log from a position until the writers have ended. */
async function readWhile(log: EventLog, start: bigint, writing: Promise<unknown>): Promise<StoredEvent[]> {
  let over = false;
  const end = () => {
    over = true;
  };
  writing.then(end, end);
  const seen: StoredEvent[] = [];
  for (let position = start; ; ) {
    const wasOver = over;
    const batch = await log.readAll(position, {}, 100);
    seen.push(...batch.events);
    position = batch.position;
    if (wasOver && batch.live) return seen;
  }
}

/**
 * Several concurrent writing processes, and readers that follow them.
 * @param appends of each caller, with one, two and three events in turn; a multiple of three
 */
export function writersContract(name: string, appends: number, open: () => Promise<SharedLog>): void {
  it(`${name} shows events in order of position while several processes write`, async () => {
    const { log, url } = await open();
    const start = await log.head();
    const processes = await Promise.all(
      writers.map((writer) => startProcess('writer.ts', [url, writer, `${appends}`, `${callers}`])),
    );
    const writing = Promise.all(processes.map(({ ended }) => ended));
    const followed: StoredEvent[] = [];
    const subscription = log.subscribe(start, async ({ events }) => {
      followed.push(...events);
    });
    const reading = readWhile(log, start, writing);
    // So that none gets far ahead of a late one.
    await Promise.all(processes.map(({ started }) => started));
    for (const { writeLine } of processes) writeLine('go on');
    const [polled] = await Promise.all([reading, writing]);

    // A reader that used only `position > checkpoint` has seen every event once, in order, while they were written.
    const all = await everything(log, { after: start });
    expect(all).toHaveLength(writers.length * callers * appends * 2);
    expectGrowing(all.map((event) => event.position));
    expect(polled).toEqual(all);
    await eventually(() => expect(followed).toHaveLength(all.length));
    expect(followed).toEqual(all);

    // The processes really wrote concurrently, and every stream is complete.
    const firsts = writers.map((writer) => all.findIndex(({ type }) => type === writer));
    const lasts = writers.map((writer) => all.findLastIndex(({ type }) => type === writer));
    expect(Math.max(...firsts)).toBeLessThan(Math.min(...lasts));
    const streams = new Set(all.map((event) => event.stream));
    expect(streams.size).toBe(writers.length * callers);
    for (const stream of streams) {
      const revisions = all.filter((event) => event.stream === stream).map((event) => event.revision);
      expect(revisions).toEqual(Array.from({ length: appends * 2 }, (_, n) => n));
    }
    await subscription.stop();
  });
}
