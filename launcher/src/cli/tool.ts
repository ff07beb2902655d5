import { type EventLog, openEventLog } from '@pmcw/event-store';
import { createLogger, explain, Opened } from '@pmcw/runtime';
import type { Logger } from 'pino';
import { argumentsOf, misused, tools } from '../../bin/usage.mjs';
import { openDatabase, productDatabaseUrl, refuseEmptyFolder } from '../database.ts';
import { openDataFolder } from '../dataFolder.ts';
import { dataFolderPath } from '../places.ts';
import { runningPostgresUrl } from '../postgres/index.ts';
import { readLauncherSettings, type Settings } from '../settings.ts';

export interface Tool {
  /** As given, without `--json`. */
  readonly args: readonly string[];
  /** Of its options, by name. */
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  /** The command needs no database in the data folder. */
  readonly isFilling: boolean;
  /** Text for people. */
  readonly out: NodeJS.WritableStream;
  /** With `--json`: takes the state that a command reports, instead of text. */
  readonly report?: (document: object) => void;
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
  isFilling,
}: Pick<Tool, 'settings' | 'opened' | 'logger' | 'isFilling'>): Promise<string> {
  const folder = dataFolderPath(settings);
  if (settings.DATABASE_URL !== undefined) {
    const { url } = await openDatabase(settings.DATABASE_URL, folder, { logger });
    return url;
  }
  const running = await runningPostgresUrl(folder);
  if (running !== null) return productDatabaseUrl(running);
  if (!isFilling) await refuseEmptyFolder(folder);
  const own = await openDataFolder(folder);
  opened.add(() => own.release());
  const database = await openDatabase(undefined, folder, { logger });
  opened.add(() => database.close());
  return database.url;
}

/** Standard output has the document of `--json` and nothing else. */
function outputOf(isJson: boolean): Pick<Tool, 'out' | 'report'> {
  if (!isJson) return { out: process.stdout };
  const report = (document: object) => void process.stdout.write(`${JSON.stringify(document)}\n`);
  return { out: process.stderr, report };
}

/** `work` returns the exit code; 2 prints the usage, of the table in `bin/usage.mjs`. */
export async function runTool(name: string, work: (tool: Tool) => Promise<number>): Promise<void> {
  const { values, positionals } = argumentsOf(name);
  const isFilling = tools[name]?.fills?.includes(positionals[0] ?? '') === true;
  const args = process.argv.slice(2).filter((arg) => arg !== '--json');
  const given = { args, values, isFilling, ...outputOf(values.json === true) };
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
  const opened = new Opened();
  try {
    const settings = readLauncherSettings(process.env);
    const logger = createLogger('warn', 2);
    let url: Promise<string> | null = null;
    const database = () => {
      url ??= reachDatabase({ settings, opened, logger, isFilling });
      return url;
    };
    process.exitCode = await work({ ...given, settings, opened, logger, signal: interrupt.signal, database });
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  } finally {
    await opened.close();
  }
  if (process.exitCode === 2) misused(name, 'The arguments are wrong.');
}

export async function openInstalledLog({ settings, logger: log, database }: Tool): Promise<EventLog> {
  const engine = settings.EVENTSTORE_URL === undefined ? {} : { eventStoreUrl: settings.EVENTSTORE_URL };
  return openEventLog({ ...engine, connectionString: await database(), log });
}
