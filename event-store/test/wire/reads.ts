import streams from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import { filterOf } from './filters.ts';
import { eventMessage, streamName, streamNotFoundMessage } from './messages.ts';
import type { WireNode } from './node.ts';
import type { Outlet } from './outlet.ts';
import { beforeStart, isBefore, type Position, received } from './position.ts';
import type { WireRecord } from './records.ts';
import { RpcError, streamDeleted } from './rpcErrors.ts';
import { isHidden } from './systemEvents.ts';

type Options = streams.ReadReq.Options;

const { FORWARDS } = streams.ReadReq.Options.ReadDirection;

/** Answers a read of a stream: events from a revision on, or a missing stream. */
export async function readStream(node: WireNode, options: Options, outlet: Outlet): Promise<void> {
  const from = options.getStream();
  const name = streamName(from?.getStreamIdentifier());
  const start = from?.hasStart() ? 0n : revisionOf(from);
  const forwards = options.getReadDirection() === FORWARDS;
  if (node.log.isTombstoned(name)) throw streamDeleted(name);
  const records = node.log.stream(name);
  if (BigInt(options.getCount()) === 0n || (forwards && start === 'end'))
    throw unexpected('ReadStreamResult');
  if (records === undefined) return outlet.send(streamNotFoundMessage(name));
  const last = records.length - 1;
  const index = start === 'end' ? last : Number(start);
  const selected = forwards ? ascending(records, index) : descending(records, Math.min(index, last));
  await sendSome(selected, options, outlet);
}

/** Answers a read of the whole log: forward from a position, or backward before it. */
export async function readAll(node: WireNode, options: Options, outlet: Outlet): Promise<void> {
  const { log } = node;
  const position = startOf(options);
  const forwards = options.getReadDirection() === FORWARDS;
  if (position !== 'end') checkPosition(node, position, forwards);
  const index = position === 'end' ? log.records.length : log.indexAt(position.commit);
  if (forwards) return sendSome(visible(ascending(log.records, index)), options, outlet);
  // Unless the prepare position equals the commit position, the event right before it is left out.
  const included = position === 'end' || position.prepare === position.commit ? index : index - 1;
  await sendSome(visible(descending(log.records, included - 1)), options, outlet);
}

/** Start of a read of the whole log, or the event before a subscription. @throws RangeError */
export function startOf(options: Options): Position | 'end' {
  const from = options.getAll();
  if (from?.hasEnd()) return 'end';
  const position = from?.getPosition();
  if (position === undefined) return { commit: 0n, prepare: 0n };
  return received(position.getCommitPosition(), position.getPreparePosition());
}

// The real server reads a record at the given place, which must be one. Forward, it does not look after the end.
function checkPosition({ log, release }: WireNode, position: Position, forwards: boolean): void {
  if (forwards && position.commit > log.lastPosition) return;
  if (isBefore(beforeStart, position) && log.isBoundary(position.commit)) return;
  throw unexpected('ReadAllResult', release === '23.10' ? 'Error' : 'InvalidPosition');
}

async function sendSome(records: Iterable<WireRecord>, options: Options, outlet: Outlet): Promise<void> {
  const filter = filterOf(options);
  let left = BigInt(options.getCount());
  for (const record of records) {
    if (left <= 0n) return;
    if (filter !== undefined && !filter.passes(record)) continue;
    await outlet.send(eventMessage(record));
    left -= 1n;
  }
}

function revisionOf(from: streams.ReadReq.Options.StreamOptions | undefined): bigint | 'end' {
  const revision = BigInt(from?.getRevision() ?? 0);
  if (from?.hasEnd() || revision === 2n ** 64n - 1n) return 'end';
  if (revision >= 2n ** 63n) throw new RangeError('Specified argument was out of the range of valid values.');
  return revision;
}

function unexpected(what: 'ReadStreamResult' | 'ReadAllResult', result = 'Error'): RpcError {
  return new RpcError(status.UNKNOWN, `Unexpected ${what}: ${result}`);
}

function* visible(records: Iterable<WireRecord>): Iterable<WireRecord> {
  for (const record of records) if (!isHidden(record)) yield record;
}

function* ascending(records: readonly WireRecord[], from: number): Iterable<WireRecord> {
  for (let index = from; index < records.length; index += 1) {
    const record = records[index];
    if (record !== undefined) yield record;
  }
}

function* descending(records: readonly WireRecord[], from: number): Iterable<WireRecord> {
  for (let index = from; index >= 0; index -= 1) {
    const record = records[index];
    if (record !== undefined) yield record;
  }
}
