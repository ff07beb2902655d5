import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { WireRecord } from './records.ts';

/** The filter of a read or subscription. */
export interface Filter {
  passes(record: WireRecord): boolean;
  /** Events scanned per page. */
  readonly searchWindow: number;
  /** Events scanned between checkpoints. */
  readonly checkpointInterval: number;
}

/** Page size of the real server, and its default search window. */
export const pageSize = 32;

/** Undefined if the client set no filter. @throws SyntaxError for a malformed regex */
export function filterOf(options: streams.ReadReq.Options): Filter | undefined {
  const filter = options.getFilter();
  if (filter === undefined) return undefined;
  const searchWindow = filter.hasMax() ? filter.getMax() : pageSize;
  return {
    passes: matcher(filter),
    searchWindow,
    checkpointInterval: filter.getCheckpointintervalmultiplier() * searchWindow,
  };
}

// A regex takes precedence over prefixes. Without either, nothing passes.
function matcher(filter: streams.ReadReq.Options.FilterOptions): Filter['passes'] {
  const byType = filter.hasEventType();
  const expression = byType ? filter.getEventType() : filter.getStreamIdentifier();
  const text = (record: WireRecord) => (byType ? record.type : record.stream);
  const pattern = expression?.getRegex() ?? '';
  if (pattern === '') {
    const prefixes = expression?.getPrefixList() ?? [];
    return (record) => prefixes.some((prefix) => text(record).startsWith(prefix));
  }
  const regex = new RegExp(pattern);
  return (record) => regex.test(text(record));
}
