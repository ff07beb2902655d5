import { runProjectionsCli } from '@pmcw/projections';
import { pino } from 'pino';
import { databaseUrl, openDatabase } from '../database.ts';
import { openDataFolder } from '../dataFolder.ts';
import { openFoundation } from '../foundation.ts';
import { dataFolderPath, masterKey } from '../places.ts';
import { runningPostgresUrl } from '../postgres/index.ts';
import { readSettings } from '../settings.ts';

const settings = readSettings(process.env);
const folder = dataFolderPath(settings);

/** The database of a running instance, or of one started for the time of the command. */
async function reachDatabase(): Promise<{ readonly url: string; close(): Promise<void> }> {
  if (settings.DATABASE_URL !== undefined) return { url: settings.DATABASE_URL, close: async () => {} };
  const running = await runningPostgresUrl(folder);
  if (running !== null) return { url: databaseUrl(running), close: async () => {} };
  const own = await openDataFolder(folder);
  const database = await openDatabase(undefined, folder);
  return {
    url: database.url,
    async close() {
      await database.close();
      await own.release();
    },
  };
}

const logger = pino({ level: 'warn' }, pino.destination(2));
const interrupt = new AbortController();
process.once('SIGINT', () => interrupt.abort());
const database = await reachDatabase();
const foundation = await openFoundation(database.url, await masterKey(settings), logger);
process.exitCode = await runProjectionsCli(
  process.argv.slice(2),
  { eventStore: foundation.eventStore, connectionString: database.url, logger, signal: interrupt.signal },
  process.stdout,
);
await foundation.close();
await database.close();
