import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { openDatabase } from './database.ts';
import { DataFolderInUseError, newMasterKey, newPassword, openDataFolder } from './dataFolder.ts';
import { startProduct } from './product.ts';
import { readSettings, type Settings } from './settings.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
/** Longest time that a shutdown may take before the process gives up, in milliseconds. */
const shutdownMs = 15_000;

/** Prints where to go and, the first time, who may administer. */
function greet(settings: Settings, port: number, newAdminPassword: string | null): void {
  console.log(`\n  PMCW is running at http://localhost:${port}`);
  if (newAdminPassword !== null) {
    console.log(`  Administrator: admin / ${newAdminPassword}`);
    console.log(`  (shown this once; kept in ${path.join(settings.DATA_DIR, 'admin-password')})`);
  }
  console.log('  Ctrl-C stops it.\n');
}

async function start(settings: Settings): Promise<() => Promise<void>> {
  const logger = pino({ level: settings.LOG_LEVEL });
  const folder = await openDataFolder(path.resolve(root, settings.DATA_DIR));
  const database = await openDatabase(settings.DATABASE_URL, folder.path);
  const masterKey =
    settings.VAULT_KEY ?? Buffer.from(await folder.secret('vault.key', newMasterKey), 'base64');
  const adminPassword = settings.ADMIN_PASSWORD ?? (await folder.secret('admin-password', newPassword));
  const product = await startProduct({
    connectionString: database.url,
    masterKey,
    adminPassword,
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL,
    appFiles: path.join(root, 'pwa', 'dist'),
    production: settings.NODE_ENV === 'production',
    logger,
  });
  void database.died.then((reason) => {
    logger.fatal({ reason }, 'PostgreSQL died');
    process.exit(1);
  });
  greet(
    settings,
    product.port,
    product.administrator === 'created' && settings.ADMIN_PASSWORD === undefined ? adminPassword : null,
  );
  return async () => {
    await product.stop();
    await database.close();
    await folder.release();
  };
}

/** One clean stop on the first signal, whatever follows it. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const handle = () => {
    if (stopping) return;
    stopping = true;
    console.log('\n  Stopping …');
    setTimeout(() => process.exit(1), shutdownMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
}

try {
  stopOnSignal(await start(readSettings(process.env)));
} catch (error) {
  const known =
    error instanceof DataFolderInUseError ||
    (error instanceof Error && error.message.startsWith('These settings'));
  console.error(known ? `\n${error.message}\n` : error);
  process.exit(1);
}
