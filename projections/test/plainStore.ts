import { eventTypes, type ProductEvents } from '@pmcw/contracts/events';
import { createEventStore, type EventStore, openPostgresLog, type Sealer } from '@pmcw/event-store';

/** Seals nothing: what these specs are about doesn't depend on it. */
const plainSealer: Sealer = {
  seal: async (fields) => fields.map((field) => field.plaintext),
  open: async (fields) => fields.map((field) => field.sealed),
};

/** The real log in a database, unsealed. */
export async function openPlainStore(connectionString: string): Promise<EventStore<ProductEvents>> {
  return createEventStore(await openPostgresLog({ connectionString }), eventTypes, plainSealer);
}
