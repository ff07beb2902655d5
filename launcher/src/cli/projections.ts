import { runProjectionsCli } from '@pmcw/projections';
import { createLogger, explain, Opened, openFoundation } from '@pmcw/runtime';
import { Registry } from 'prom-client';
import { databaseUrl, openDatabase } from '../database.ts';
import { openDataFolder } from '../dataFolder.ts';
import { dataFolderPath, masterKey } from '../places.ts';
import { runningPostgresUrl } from '../postgres/index.ts';
import { readLauncherSettings, type Settings } from '../settings.ts';

/** The database of a running instance, or of one started for the time of the command. */
async function reachDatabase(settings: Settings, opened: Opened): Promise<string> {
  const folder = dataFolderPath(settings);
  if (settings.DATABASE_URL !== undefined) return settings.DATABASE_URL;
  const running = await runningPostgresUrl(folder);
  if (running !== null) return databaseUrl(running);
  const own = await openDataFolder(folder);
  opened.add(() => own.release());
  const database = await openDatabase(undefined, folder);
  opened.add(() => database.close());
  return database.url;
}

const logger = createLogger('warn', 2);
const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());
const opened = new Opened();
try {
  const settings = readLauncherSettings(process.env);
  const connectionString = await reachDatabase(settings, opened);
  const { eventStore } = await openFoundation(
    { ...settings, DATABASE_URL: connectionString, VAULT_KEY: await masterKey(settings) },
    { opened, logger, registry: new Registry() },
  );
  const dependencies = { eventStore, connectionString, logger, signal: interrupt.signal };
  process.exitCode = await runProjectionsCli(process.argv.slice(2), dependencies, process.stdout);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
} finally {
  await opened.close();
}
