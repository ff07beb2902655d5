import type { LogSink } from './engine/logSink.ts';
import { openEventStoreDbLog } from './eventstoredb/openEventStoreDbLog.ts';
import type { EventLog } from './port.ts';
import type { FlushReport } from './postgres/groupCommit.ts';
import { openPostgresLog } from './postgres/postgresLog.ts';

/** Where the log is, and what opening it needs whatever the engine. */
export interface EventLogOptions {
  /** The log is in EventStoreDB when this is given (`esdb://…`). */
  readonly eventStoreUrl?: string;
  /** Of the PostgreSQL database that otherwise holds the log. */
  readonly connectionString: string;
  /** See the engines' options. */
  readonly maxQueue?: number;
  readonly appendTimeoutMs?: number;
  readonly log?: LogSink;
  /** Called after each flush of the PostgreSQL engine; the other one commits each append by itself. */
  readonly onFlush?: (flush: FlushReport) => void;
}

/** A log on a server. */
export interface ServedEventLog extends EventLog {
  /** Appends that wait, now: in PostgreSQL for their flush, in EventStoreDB for their answer. */
  readonly queueDepth: number;
}

/**
 * Opens the log in whichever engine the settings name.
 * @throws as `openEventStoreDbLog` or `openPostgresLog`
 */
export function openEventLog({
  eventStoreUrl,
  connectionString,
  ...options
}: EventLogOptions): Promise<ServedEventLog> {
  if (eventStoreUrl === undefined) return openPostgresLog({ connectionString, ...options });
  return openEventStoreDbLog({ connectionString: eventStoreUrl, ...options });
}
