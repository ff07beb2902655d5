import type { EventStoreDbLog, EventStoreDbLogOptions } from './eventStoreDbLog.ts';

/**
 * Loads the client on demand: it would be a tenth of the start of a process with PostgreSQL.
 * @throws TypeError for a malformed connection string, without quoting it
 * @throws LogUnavailableError if no server answers in time, or access is denied
 */
export async function openEventStoreDbLog(options: EventStoreDbLogOptions): Promise<EventStoreDbLog> {
  const { connectEventStoreDbLog } = await import('./eventStoreDbLog.ts');
  return connectEventStoreDbLog(options);
}
