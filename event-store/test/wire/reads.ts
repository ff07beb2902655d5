import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type Filter, filterOf } from './filters.ts';
import type { LogRecord, WireLog } from './log.ts';
import { eventMessage, streamName, streamNotFoundMessage } from './messages.ts';
import type { Outlet } from './outlet.ts';

const backwards = streams.ReadReq.Options.ReadDirection.BACKWARDS;

/** Answers a read of a stream: events from a revision on, or that there is no such stream. */
export async function readStream(
  log: WireLog,
  options: streams.ReadReq.Options,
  outlet: Outlet,
): Promise<void> {
  const from = options.getStream();
  const name = streamName(from?.getStreamIdentifier());
  const records = log.stream(name);
  if (records === undefined) return outlet.send(streamNotFoundMessage(name));
  const last = records.length - 1;
  const back = options.getReadDirection() === backwards;
  const at = from?.hasRevision() ? Number(from.getRevision()) : from?.hasEnd() ? Number.POSITIVE_INFINITY : 0;
  // The end of a stream is its last event: backwards it is included, forwards there is nothing after it.
  const selected = back ? descending(records, Math.min(at, last)) : ascending(records, at);
  await sendSome(selected, options, outlet);
}

/** Answers a read of the whole log: forwards from a position on, backwards what lies wholly before it. */
export async function readAll(log: WireLog, options: streams.ReadReq.Options, outlet: Outlet): Promise<void> {
  const from = options.getAll();
  const position = BigInt(from?.getPosition()?.getCommitPosition() ?? 0);
  const at = from?.hasEnd() ? log.records.length : log.indexAt(position);
  const back = options.getReadDirection() === backwards;
  const selected = back ? descending(log.records, at - 1) : ascending(log.records, at);
  await sendSome(selected, options, outlet, filterOf(options));
}

async function sendSome(
  records: Iterable<LogRecord>,
  options: streams.ReadReq.Options,
  outlet: Outlet,
  filter?: Filter,
): Promise<void> {
  let left = BigInt(options.getCount());
  for (const record of records) {
    if (left <= 0n) return;
    if (filter !== undefined && !filter.passes(record)) continue;
    await outlet.send(eventMessage(record));
    left -= 1n;
  }
}

function* ascending(records: readonly LogRecord[], from: number): Iterable<LogRecord> {
  for (let index = from; index < records.length; index += 1) {
    const record = records[index];
    if (record !== undefined) yield record;
  }
}

function* descending(records: readonly LogRecord[], from: number): Iterable<LogRecord> {
  for (let index = from; index >= 0; index -= 1) {
    const record = records[index];
    if (record !== undefined) yield record;
  }
}
