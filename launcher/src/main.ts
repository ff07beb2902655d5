import { threadProgram } from '@pmcw/projections';
import { mailOf, openidOf, runProcess, type Start, vapidKeysOf } from '@pmcw/runtime';
import { openDatabase } from './database.ts';
import { openDataFolder } from './dataFolder.ts';
import { Front } from './front/front.ts';
import { StartProgress } from './front/startProgress.ts';
import {
  adminPasswordFile,
  appFiles,
  auditPlaces,
  dataFolderPath,
  firstAdminPassword,
  keptAssetsPath,
  masterKey,
} from './places.ts';
import { startProduct } from './product.ts';
import { readLauncherSettings, type Settings } from './settings.ts';

function greet(settings: Settings, port: number, newAdminPassword: string | null): void {
  console.log(`\n  PMCW is running at http://localhost:${port}`);
  if (newAdminPassword !== null) {
    console.log(`  Administrator: admin / ${newAdminPassword}`);
    console.log(`  (shown this once; kept in ${adminPasswordFile(settings).path})`);
  }
  console.log('  Ctrl-C stops it.\n');
}

async function start({ settings, fail, ...tools }: Start<Settings>): Promise<void> {
  // First, because incomplete settings must fail before anything starts.
  const mail = mailOf(settings);
  const openid = openidOf(settings);
  const folder = await openDataFolder(dataFolderPath(settings), tools.stopping);
  tools.opened.add(() => folder.release());
  const progress = new StartProgress(process.stdout);
  tools.opened.add(async () => progress.end());
  const front = await Front.open({
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY,
    logger: tools.logger,
    registry: tools.registry,
  });
  tools.opened.add(() => front.close());
  const database = await openDatabase(settings.DATABASE_URL, dataFolderPath(settings), tools);
  tools.opened.add(() => database.close());
  void database.died.then((reason) => fail(`PostgreSQL died: ${reason}`));
  const vault = { connectionString: database.url, logger: tools.logger };
  let newPassword: string | null = null;
  const product = await startProduct(tools, {
    foundation: {
      ...settings,
      DATABASE_URL: database.url,
      VAULT_KEY: await masterKey(settings, vault),
      place: database.place,
    },
    databaseDied: database.died,
    firstAdminPassword: async () => {
      const password = await firstAdminPassword(settings);
      if (settings.ADMIN_PASSWORD === undefined) newPassword = password;
      return password;
    },
    front,
    publicUrl: settings.PUBLIC_URL,
    audit: auditPlaces(settings),
    checkpointEveryMs: settings.CHECKPOINT_SECONDS * 1_000,
    appFiles: settings.APP_FILES ?? appFiles,
    keptAssets: keptAssetsPath(settings),
    serviceWorker: settings.SERVICE_WORKER,
    vapidKeys: vapidKeysOf(settings),
    pushServices: settings.PUSH_SERVICES,
    socketEngine: settings.SOCKET_ENGINE,
    evmRpcUrls: settings.EVM_RPC_URLS,
    mail,
    openid,
    production: settings.NODE_ENV === 'production',
    rateLimits: settings.RATE_LIMITS,
    trustProxy: settings.TRUST_PROXY,
    projectorProgram: threadProgram,
    traceReceiver: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    onProgress: (percent) => {
      progress.percent = percent;
    },
  });
  progress.end();
  greet(settings, front.port, product.administrator === 'created' ? newPassword : null);
}

await runProcess({
  name: 'pmcw',
  readSettings: readLauncherSettings,
  start,
  onStopping: () => console.log('\n  Stopping …'),
});
