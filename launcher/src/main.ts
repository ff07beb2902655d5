import { mailOf, openidOf, runProcess, type Start, vapidKeysOf } from '@pmcw/runtime';
import { openDatabase } from './database.ts';
import { openDataFolder } from './dataFolder.ts';
import {
  adminPasswordFile,
  appFiles,
  auditPlaces,
  dataFolderPath,
  initialAdminPassword,
  keptAssetsPath,
  masterKey,
} from './places.ts';
import { startProduct } from './product.ts';
import { readLauncherSettings, type Settings } from './settings.ts';

function greet(settings: Settings, port: number, newAdminPassword: string | null): void {
  console.log(`\n  PMCW is running at http://localhost:${port}`);
  if (newAdminPassword !== null) {
    console.log(`  Administrator: admin / ${newAdminPassword}`);
    console.log(`  (shown this once; kept in ${adminPasswordFile(settings)})`);
  }
  console.log('  Ctrl-C stops it.\n');
}

async function start({ settings, fail, ...tools }: Start<Settings>): Promise<void> {
  // First, because incomplete settings must fail before anything starts.
  const mail = mailOf(settings);
  const openid = openidOf(settings);
  const folder = await openDataFolder(dataFolderPath(settings));
  tools.opened.add(() => folder.release());
  const database = await openDatabase(settings.DATABASE_URL, dataFolderPath(settings), tools);
  tools.opened.add(() => database.close());
  void database.died.then((reason) => fail(`PostgreSQL died: ${reason}`));
  const password = await initialAdminPassword(settings);
  const product = await startProduct(tools, {
    foundation: {
      ...settings,
      DATABASE_URL: database.url,
      VAULT_KEY: await masterKey(settings),
      place: database.place,
    },
    databaseDied: database.died,
    adminPassword: password,
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL,
    audit: auditPlaces(settings),
    checkpointEveryMs: settings.CHECKPOINT_SECONDS * 1_000,
    appFiles: settings.APP_FILES ?? appFiles,
    keptAssets: keptAssetsPath(settings),
    serviceWorker: settings.SERVICE_WORKER,
    vapidKeys: vapidKeysOf(settings),
    pushServices: settings.PUSH_SERVICES,
    evmRpcUrls: settings.EVM_RPC_URLS,
    mail,
    openid,
    production: settings.NODE_ENV === 'production',
    rateLimits: settings.RATE_LIMITS,
    trustProxy: settings.TRUST_PROXY,
  });
  const isNewAdmin = product.administrator === 'created' && settings.ADMIN_PASSWORD === undefined;
  greet(settings, product.port, isNewAdmin ? password : null);
}

await runProcess({
  readSettings: readLauncherSettings,
  start,
  onStopping: () => console.log('\n  Stopping …'),
});
