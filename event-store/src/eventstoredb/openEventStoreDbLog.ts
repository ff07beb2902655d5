import type { EventStoreDbLog, EventStoreDbLogOptions } from './eventStoreDbLog.ts';

/**
 * Opens the log, once the server has answered. The client is loaded only now: with a log in PostgreSQL it would be a
 * tenth of the time that a process takes to start.
 * @throws TypeError when the connection string is malformed; it is never quoted
 * @throws LogUnavailableError when no server answers in time, or it denies access
 */
export async function openEventStoreDbLog(options: EventStoreDbLogOptions): Promise<EventStoreDbLog> {
  const { connectEventStoreDbLog } = await import('./eventStoreDbLog.ts');
  return connectEventStoreDbLog(options);
}
