import { eventTypes, type ProductEvents } from '@pmcw/contracts/events';
import { createEventStore, type EventStore, openPostgresLog } from '@pmcw/event-store';
import { openVault, type Vault } from '@pmcw/vault';
import type { Logger } from 'pino';

/** What the parts stand on: the log and the vault, in one database. */
export interface Foundation {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Vault;
  close(): Promise<void>;
}

/** Opens log and vault. */
export async function openFoundation(
  connectionString: string,
  masterKey: Uint8Array,
  logger: Logger,
): Promise<Foundation> {
  const vault = await openVault({ connectionString, masterKey, logger });
  const log = await openPostgresLog({ connectionString, log: logger });
  const eventStore = createEventStore(log, eventTypes, vault.sealer);
  return {
    eventStore,
    vault,
    async close() {
      await eventStore.close();
      await vault.close();
    },
  };
}
