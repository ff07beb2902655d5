import { takeStep } from '../src/runner/checkpoint.ts';
import { acquireLease, releaseLease } from '../src/runner/lease.ts';
import type { ProductRecord, ReadModel } from '../src/runner/model.ts';
import { createSlot, dropSlot } from '../src/runner/schema.ts';
import type { Connections } from '../src/storage/connections.ts';
import { memoryLog } from './followedLog.ts';

/** Resets a model to the start of the log. */
export async function emptySlot(connections: Connections, model: ReadModel): Promise<void> {
  await dropSlot(connections, model.name);
  await connections.transaction('public', (tx) =>
    createSlot(tx, model, memoryLog, model.name, [...model.ddl, ...model.readerDdl]),
  );
}

/** Folds records into an empty slot, in runs of the given lengths, used in rotation. */
export async function feed(
  connections: Connections,
  model: ReadModel,
  records: readonly ProductRecord[],
  runLengths: readonly number[],
): Promise<void> {
  const lease = await acquireLease(connections, model.name, 'spec');
  if (lease === null) throw new Error('The lease is taken');
  const wanted = records.filter((record) => model.types.includes(record.type));
  let from = 0n;
  for (let start = 0, run = 0; start < wanted.length; run += 1) {
    const events = wanted.slice(start, start + (runLengths[run % runLengths.length] ?? 1));
    const to = events.at(-1)?.position ?? from;
    if (!(await takeStep(connections, { model, engine: 'memory', lease, from, to }, events)))
      throw new Error('Refused');
    start += events.length;
    from = to;
  }
  await releaseLease(connections, lease);
}
