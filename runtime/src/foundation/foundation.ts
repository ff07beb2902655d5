import { eventTypes, type ProductEvents } from '@pmcw/contracts/events';
import { createEventStore, type EventStore, openEventLog } from '@pmcw/event-store';
import { openVault, type Vault } from '@pmcw/vault';
import type { Registry } from 'prom-client';
import type { RuntimeLogger } from '../logger.ts';
import type { Opened } from '../process/opened.ts';
import { measureAppends } from './appendMetrics.ts';
import { explained } from './explained.ts';
import { flushMetrics, measureQueue } from './flushMetrics.ts';

/** The settings of a vault, as `vaultSettings` reads them. */
export interface VaultSettings {
  readonly DATABASE_URL: string;
  readonly VAULT_KEY: Uint8Array;
  readonly VAULT_KEY_PREVIOUS?: Uint8Array | undefined;
}

/** The settings of log and vault, as `foundationSettings` reads them. */
export interface FoundationSettings extends VaultSettings {
  readonly EVENTSTORE_URL?: string | undefined;
}

/** What a process opens things with. */
export interface OpeningTools {
  /** Gets what closes the things opened. */
  readonly opened: Opened;
  readonly logger: RuntimeLogger;
  readonly registry: Registry;
}

/** What the parts stand on. */
export interface Foundation {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Vault;
}

/**
 * Opens the vault.
 * @throws CannotStartError when its database is away, or was made with another key
 */
export async function openVaultFrom(
  {
    DATABASE_URL: connectionString,
    VAULT_KEY: masterKey,
    VAULT_KEY_PREVIOUS: previousMasterKey,
  }: VaultSettings,
  { opened, logger }: OpeningTools,
): Promise<Vault> {
  const options = { connectionString, masterKey, previousMasterKey, logger };
  const vault = await explained('DATABASE_URL', () => openVault(options));
  opened.add(() => vault.close());
  return vault;
}

/**
 * Opens vault and log. The log is in an EventStoreDB when `EVENTSTORE_URL` says so, else in the database.
 * @throws CannotStartError when one of them is away or can't be used as it is
 */
export async function openFoundation(settings: FoundationSettings, tools: OpeningTools): Promise<Foundation> {
  const { opened, logger, registry } = tools;
  const { DATABASE_URL: connectionString, EVENTSTORE_URL: eventStoreUrl } = settings;
  const vault = await openVaultFrom(settings, tools);
  const log =
    eventStoreUrl === undefined
      ? await explained('DATABASE_URL', () =>
          openEventLog({ connectionString, log: logger, onFlush: flushMetrics(registry) }),
        )
      : await explained('EVENTSTORE_URL', () =>
          openEventLog({ eventStoreUrl, connectionString, log: logger }),
        );
  opened.add(() => log.close());
  measureQueue(log, registry);
  return { vault, eventStore: createEventStore(measureAppends(log, registry), eventTypes, vault.sealer) };
}
