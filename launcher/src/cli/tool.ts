import { type EventLog, openEventLog } from '@pmcw/event-store';
import { createLogger, explain, Opened } from '@pmcw/runtime';
import type { Logger } from 'pino';
import { openDatabase, productDatabaseUrl } from '../database.ts';
import { openDataFolder } from '../dataFolder.ts';
import { dataFolderPath } from '../places.ts';
import { runningPostgresUrl } from '../postgres/index.ts';
import { readLauncherSettings, type Settings } from '../settings.ts';

export interface Tool {
  readonly settings: Settings;
  readonly opened: Opened;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** URL of a running instance's database, or of one started for the command. */
  readonly database: () => Promise<string>;
}

async function reachDatabase({
  settings,
  opened,
  logger,
}: Omit<Tool, 'database' | 'signal'>): Promise<string> {
  const folder = dataFolderPath(settings);
  if (settings.DATABASE_URL !== undefined) {
    const { url } = await openDatabase(settings.DATABASE_URL, folder, { logger });
    return url;
  }
  const running = await runningPostgresUrl(folder);
  if (running !== null) return productDatabaseUrl(running);
  const own = await openDataFolder(folder);
  opened.add(() => own.release());
  const database = await openDatabase(undefined, folder, { logger });
  opened.add(() => database.close());
  return database.url;
}

/** `work` returns the exit code. */
export async function runTool(work: (tool: Tool) => Promise<number>): Promise<void> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
  const opened = new Opened();
  try {
    const settings = readLauncherSettings(process.env);
    const logger = createLogger('warn', 2);
    let url: Promise<string> | null = null;
    const database = () => {
      url ??= reachDatabase({ settings, opened, logger });
      return url;
    };
    process.exitCode = await work({ settings, opened, logger, signal: interrupt.signal, database });
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  } finally {
    await opened.close();
  }
}

export async function openInstalledLog({ settings, logger: log, database }: Tool): Promise<EventLog> {
  const engine = settings.EVENTSTORE_URL === undefined ? {} : { eventStoreUrl: settings.EVENTSTORE_URL };
  return openEventLog({ ...engine, connectionString: await database(), log });
}
