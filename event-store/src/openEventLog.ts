import type { LogSink } from './engine/logSink.ts';
import { openEventStoreDbLog } from './eventstoredb/openEventStoreDbLog.ts';
import type { ServedEventLog } from './port.ts';
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

/** @throws as `openEventStoreDbLog` or `openPostgresLog` */
export function openEventLog({
  eventStoreUrl,
  connectionString,
  ...options
}: EventLogOptions): Promise<ServedEventLog> {
  if (eventStoreUrl === undefined) return openPostgresLog({ connectionString, ...options });
  return openEventStoreDbLog({ connectionString: eventStoreUrl, ...options });
}
