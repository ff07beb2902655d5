import { eventTypes, type ProductEvents } from '@pmcw/contracts/events';
import { createEventStore, type EventStore, openEventLog, type Sealer } from '@pmcw/event-store';

/** Seals nothing: these specs don't depend on it. */
const epoch = Symbol();
const plainSealer: Sealer = {
  seal: async (fields) => fields.map((field) => field.plaintext),
  open: async (fields) => fields.map((field) => field.sealed),
  epoch: () => epoch,
};

/** The real log, unsealed: in EventStoreDB if an address is given, else in the database. */
export async function openPlainStore(
  connectionString: string,
  eventStoreUrl?: string,
): Promise<EventStore<ProductEvents>> {
  const where = eventStoreUrl === undefined ? { connectionString } : { connectionString, eventStoreUrl };
  return createEventStore(await openEventLog(where), eventTypes, plainSealer);
}
