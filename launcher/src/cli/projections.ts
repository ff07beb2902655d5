import { runProjectionsCli } from '@pmcw/projections';
import { databaseUrl, openDatabase } from '../database.ts';
import { openDataFolder } from '../dataFolder.ts';
import { openFoundation } from '../foundation.ts';
import { createLogger } from '../logger.ts';
import { Opened } from '../opened.ts';
import { dataFolderPath, masterKey } from '../places.ts';
import { runningPostgresUrl } from '../postgres/index.ts';
import { readSettings } from '../settings.ts';

const settings = readSettings(process.env);
const folder = dataFolderPath(settings);

/** The database of a running instance, or of one started for the time of the command. */
async function reachDatabase(opened: Opened): Promise<string> {
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
  const connectionString = await reachDatabase(opened);
  const { eventStore } = await openFoundation(opened, connectionString, await masterKey(settings), logger);
  const dependencies = { eventStore, connectionString, logger, signal: interrupt.signal };
  process.exitCode = await runProjectionsCli(process.argv.slice(2), dependencies, process.stdout);
} finally {
  await opened.close();
}
