import type { LogSink } from './engine/logSink.ts';
import { openEventStoreDbLog } from './eventstoredb/openEventStoreDbLog.ts';
import type { EventLog } from './port.ts';
import type { FlushReport } from './postgres/groupCommit.ts';
import { openPostgresLog } from './postgres/postgresLog.ts';

export interface EventLogOptions {
  readonly eventStoreUrl?: string;
  readonly connectionString: string;
  readonly maxQueue?: number;
  readonly appendTimeoutMs?: number;
  readonly log?: LogSink;
  readonly onFlush?: (flush: FlushReport) => void;
}

/** Where a server stores a log. A restored or copied log is elsewhere, so a value differs. */
export type Origin = Readonly<Record<string, string>>;

export interface ServedEventLog extends EventLog {
  readonly queueDepth: number;
  /** Without values that this user may not read. */
  origin(): Promise<Origin>;
}

/** @throws as `openEventStoreDbLog` or `openPostgresLog` */
export function openEventLog({
  eventStoreUrl,
  connectionString,
  ...options
}: EventLogOptions): Promise<ServedEventLog> {
  if (eventStoreUrl === undefined) return openPostgresLog({ connectionString, ...options });
  return openEventStoreDbLog({ connectionString: eventStoreUrl, ...options });
}
