import { eventTypes, type ProductEvents } from '@pmcw/contracts/events';
import { createEventStore, type EventStore, openPostgresLog } from '@pmcw/event-store';
import { openVault, type Vault } from '@pmcw/vault';
import type { Logger } from 'pino';
import type { Opened } from './opened.ts';

/** What the parts stand on: the log and the vault, in one database. */
export interface Foundation {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Vault;
}

/** Opens log and vault, and adds to `opened` what closes them. */
export async function openFoundation(
  opened: Opened,
  connectionString: string,
  masterKey: Uint8Array,
  logger: Logger,
): Promise<Foundation> {
  const vault = await openVault({ connectionString, masterKey, logger });
  opened.add(() => vault.close());
  const log = await openPostgresLog({ connectionString, log: logger });
  opened.add(() => log.close());
  return { vault, eventStore: createEventStore(log, eventTypes, vault.sealer) };
}
