import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { LogRecord } from './records.ts';

/** Which events a filtered read or subscription wants, and how far it looks at a time. */
export interface Filter {
  passes(record: LogRecord): boolean;
  /** Most events that one page looks at. */
  readonly searchWindow: number;
  /** Events looked at between two checkpoints. */
  readonly checkpointInterval: number;
}

/** Events in a page of the real server, and its search window when the client names none. */
export const pageSize = 32;

/** A filter as a client asked for it; undefined when it asked for none. @throws SyntaxError for a malformed regex */
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

// A regex counts before prefixes. Without either nothing passes.
function matcher(filter: streams.ReadReq.Options.FilterOptions): Filter['passes'] {
  const byType = filter.hasEventType();
  const expression = byType ? filter.getEventType() : filter.getStreamIdentifier();
  const text = (record: LogRecord) => (byType ? record.type : record.stream);
  const pattern = expression?.getRegex() ?? '';
  if (pattern === '') {
    const prefixes = expression?.getPrefixList() ?? [];
    return (record) => prefixes.some((prefix) => text(record).startsWith(prefix));
  }
  const regex = new RegExp(pattern);
  return (record) => regex.test(text(record));
}
