import { eventTypes, type ProductEvents } from '@pmcw/contracts/events';
import {
  createEventStore,
  type EventLog,
  type EventStore,
  type Gathering,
  type Origin,
  openEventStoreDbLog,
  openPostgresLog,
  type PostgresLogOptions,
  postgresLogConnections,
  type ServedEventLog,
} from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import { openVault, type Vault, vaultConnections } from '@pmcw/vault';
import type { Registry } from 'prom-client';
import { checkDatabase } from '../database/checkDatabase.ts';
import type { DatabaseNeeds } from '../database/requirements.ts';
import type { Check } from '../operations/readiness.ts';
import { CannotStartError } from '../process/cannotStart.ts';
import type { Opened } from '../process/opened.ts';
import { SettingsError } from '../settings/readSettings.ts';
import { measureAppends } from './appendMetrics.ts';
import { explained } from './explained.ts';
import { flushMetrics, measureQueue } from './flushMetrics.ts';
import { type Incarnations, settleIncarnation } from './incarnation.ts';
import { type RightLog, verifyInstance, wrongLog } from './instance.ts';
import { LogGuard } from './logGuard.ts';
import { measurePasswords } from './vaultMetrics.ts';
import { type Refuse, type Waiting, type WaitingPlace, waitForRightLog } from './waitForLog.ts';

export interface VaultSettings {
  readonly DATABASE_URL: string;
  readonly VAULT_KEY: Uint8Array;
  readonly VAULT_KEY_PREVIOUS?: Uint8Array | undefined;
}

/** The log is in EventStoreDB if its address is given, else in the database. */
export interface LogSettings {
  readonly DATABASE_URL?: string | undefined;
  readonly EVENTSTORE_URL?: string | undefined;
}

export interface FoundationSettings extends VaultSettings, Pick<LogSettings, 'EVENTSTORE_URL'> {
  /** Where PostgreSQL's files are, if the caller knows it. */
  readonly place?: Origin | undefined;
  /** Of the database, in addition to those of log and vault, which as many threads open, too. */
  readonly needs?: (DatabaseNeeds & { readonly threads?: number }) | undefined;
  /** Whether followers of the log gather events under load; by default they don't. */
  readonly gathering?: Gathering | undefined;
}

const noLog =
  "These settings can't be used:\n  DATABASE_URL: is missing, and so is EVENTSTORE_URL; the log is in one of them";

export interface OpeningTools {
  readonly opened: Opened;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly stopping?: AbortSignal;
}

export interface Foundation {
  readonly eventStore: EventStore<ProductEvents>;
  readonly log: EventLog;
  readonly vault: Vault;
  readonly incarnations: Incarnations;
  /** For followers: the head, asked for now. */
  readonly pulse: () => Promise<bigint>;
  /** For the parts that need them: `log` and `vault` pass if they can be written. */
  readonly checks: { readonly instance: Check; readonly log: Check; readonly vault: Check };
}

/** @throws CannotStartError when its database is down, or was made with another key */
export async function openVaultFrom(
  {
    DATABASE_URL: connectionString,
    VAULT_KEY: masterKey,
    VAULT_KEY_PREVIOUS: previousMasterKey,
  }: VaultSettings,
  { opened, logger, registry }: OpeningTools,
): Promise<Vault> {
  const options = { connectionString, masterKey, previousMasterKey, logger };
  const vault = await explained('DATABASE_URL', () => openVault(options));
  opened.add(() => vault.close());
  measurePasswords(vault.passwords, registry);
  return vault;
}

/**
 * Opens the stored log, for programs without the vault.
 * @throws SettingsError when no setting says where it is
 * @throws CannotStartError when it is down or unusable
 */
export async function openLogFrom(
  settings: LogSettings,
  tools: Pick<OpeningTools, 'opened' | 'logger'>,
): Promise<ServedEventLog> {
  const { DATABASE_URL, EVENTSTORE_URL } = settings;
  if (EVENTSTORE_URL === undefined && DATABASE_URL !== undefined) {
    const needs = { connections: postgresLogConnections };
    await explained('DATABASE_URL', () => checkDatabase(DATABASE_URL, needs, tools.logger));
  }
  return openLog(settings, tools);
}

async function openLog(
  { DATABASE_URL, EVENTSTORE_URL }: LogSettings,
  { opened, logger }: Pick<OpeningTools, 'opened' | 'logger'>,
  options: Pick<PostgresLogOptions, 'onFlush' | 'window'> = {},
): Promise<ServedEventLog> {
  const log = await open();
  opened.add(() => log.close());
  return log;

  function open(): Promise<ServedEventLog> {
    if (EVENTSTORE_URL !== undefined) {
      const { window } = options;
      return explained('EVENTSTORE_URL', () =>
        openEventStoreDbLog({ connectionString: EVENTSTORE_URL, log: logger, window }),
      );
    }
    if (DATABASE_URL === undefined) throw new SettingsError(noLog);
    return explained('DATABASE_URL', () =>
      openPostgresLog({ connectionString: DATABASE_URL, log: logger, ...options }),
    );
  }
}

/**
 * Opens vault and log, and gives both the same id (docs/decisions/instance.md).
 * @param waitAt where to answer while the log is another installation's; without it that is an error
 * @throws CannotStartError
 */
export async function openFoundation(
  settings: FoundationSettings,
  tools: OpeningTools,
  waitAt?: WaitingPlace | Refuse,
): Promise<Foundation> {
  const { opened, logger, registry } = tools;
  const isPostgres = settings.EVENTSTORE_URL === undefined;
  await explained('DATABASE_URL', () => checkDatabase(settings.DATABASE_URL, needsOf(settings), logger));
  const vault = await openVaultFrom(settings, tools);
  const window = { gathering: settings.gathering };
  const served = await openLog(settings, tools, {
    ...(isPostgres && { onFlush: flushMetrics(registry) }),
    window,
  });
  measureQueue(served, registry);
  const place = isPostgres ? settings.place : undefined;
  const verify = () => verifyInstance({ vault, log: served, place });
  const found = await explained(isPostgres ? 'DATABASE_URL' : 'EVENTSTORE_URL', verify);
  const right = 'id' in found ? found : await rightLog(found.wrong, { ...tools, verify }, waitAt);
  const { id, identity } = right;
  const parts = {
    log: served,
    place,
    eventStore: createEventStore(served, eventTypes, vault.sealer),
    bookmarks: vault.bookmarks,
  };
  const settle = (isRestored: boolean) => settleIncarnation({ id, isRestored }, parts);
  const guard = new LogGuard({ log: served, identity, settle, logger });
  opened.add(() => guard.stop());
  const log = guard.guarded;
  const eventStore = createEventStore(measureAppends(log, registry), eventTypes, vault.sealer);
  const pulse = () => served.pulse();
  const checks = {
    instance: async () => guard.check(),
    async log() {
      const [head] = await Promise.all([served.pulse(), served.confirmWritable()]);
      return { ok: true, head: String(head) } as const;
    },
    async vault() {
      await vault.confirmWritable();
      return { ok: true } as const;
    },
  };
  return { vault, log, eventStore, incarnations: guard, pulse, checks };
}

function needsOf({ EVENTSTORE_URL, needs }: FoundationSettings): DatabaseNeeds {
  const ofLog = EVENTSTORE_URL === undefined ? postgresLogConnections : 0;
  const own = (vaultConnections + ofLog) * (1 + (needs?.threads ?? 0));
  const connections = own + (needs?.connections ?? 0);
  return { creates: true, extensions: needs?.extensions ?? [], connections };
}

/** @throws CannotStartError without an address for waiting */
async function rightLog(
  wrong: string,
  waiting: Omit<Waiting, 'at'>,
  at: WaitingPlace | Refuse | undefined,
): Promise<RightLog> {
  if (at === undefined) throw new CannotStartError(wrongLog(wrong));
  return waitForRightLog(wrong, { ...waiting, at });
}
