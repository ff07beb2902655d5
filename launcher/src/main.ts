import { openDatabase } from './database.ts';
import { DataFolderInUseError, openDataFolder } from './dataFolder.ts';
import { createLogger } from './logger.ts';
import { Opened } from './opened.ts';
import { adminPassword, adminPasswordFile, appFiles, dataFolderPath, masterKey } from './places.ts';
import { startProduct } from './product.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

/** Longest time that a shutdown may take before the process gives up, in milliseconds. */
const shutdownMs = 15_000;

/** Prints where to go and, the first time, who may administer. */
function greet(settings: Settings, port: number, newAdminPassword: string | null): void {
  console.log(`\n  PMCW is running at http://localhost:${port}`);
  if (newAdminPassword !== null) {
    console.log(`  Administrator: admin / ${newAdminPassword}`);
    console.log(`  (shown this once; kept in ${adminPasswordFile(settings)})`);
  }
  console.log('  Ctrl-C stops it.\n');
}

async function start(settings: Settings, opened: Opened): Promise<void> {
  const logger = createLogger(settings.LOG_LEVEL);
  const folder = await openDataFolder(dataFolderPath(settings));
  opened.add(() => folder.release());
  const database = await openDatabase(settings.DATABASE_URL, dataFolderPath(settings));
  opened.add(() => database.close());
  void database.died.then((reason) => {
    logger.fatal({ reason }, 'PostgreSQL died');
    process.exit(1);
  });
  const password = await adminPassword(settings);
  const product = await startProduct(opened, {
    connectionString: database.url,
    masterKey: await masterKey(settings),
    adminPassword: password,
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL,
    appFiles,
    production: settings.NODE_ENV === 'production',
    rateLimits: settings.RATE_LIMITS,
    logger,
  });
  const isNewAdmin = product.administrator === 'created' && settings.ADMIN_PASSWORD === undefined;
  greet(settings, product.port, isNewAdmin ? password : null);
}

/** What a person can do something about is said in a sentence; anything else with its stack. */
function explain(error: unknown, settings: Settings | null): unknown {
  if (error instanceof DataFolderInUseError || error instanceof SettingsError) return `\n${error.message}\n`;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `\nPort ${settings?.PORT} is in use by another program. Stop it, or set PORT to another one.\n`;
  }
  return error;
}

/** Closes everything, drained, and ends the process; by force when that takes too long. */
async function end(opened: Opened, exitCode: number): Promise<never> {
  setTimeout(() => process.exit(1), shutdownMs).unref();
  try {
    await opened.close();
    process.exit(exitCode);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

async function main(): Promise<void> {
  const opened = new Opened();
  let settings: Settings | null = null;
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
  try {
    settings = readSettings(process.env);
    await start(settings, opened);
  } catch (error) {
    console.error(explain(error, settings));
    await end(opened, 1);
  }
  await stopped;
  console.log('\n  Stopping …');
  await end(opened, 0);
}

await main();
