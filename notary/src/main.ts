import { createOperations, openLogFrom, readSettings, runProcess, serveOperations } from '@pmcw/runtime';
import { auditFolderOf } from './folder.ts';
import { measureNotary } from './metrics.ts';
import { Notary } from './notary.ts';
import { notaryCheck } from './readiness.ts';
import { addReceiptRoute } from './receiptRoute.ts';
import { environmentSchema } from './settings.ts';

await runProcess({
  name: 'notary',
  readSettings: (environment) => readSettings(environmentSchema, environment),
  async start({ settings, ...tools }) {
    const { opened, logger, registry } = tools;
    const log = await openLogFrom(settings, tools);
    const notary = await Notary.start({
      log,
      folder: auditFolderOf(settings.AUDIT_DIR, log.engine),
      signingKey: settings.SIGNING_KEY,
      checkpointEveryMs: settings.CHECKPOINT_SECONDS * 1_000,
      onFailure: (error) => logger.error({ err: error }, 'could not follow or sign the log; trying again'),
    });
    opened.add(() => notary.stop());
    measureNotary(registry, notary, log);

    const checks = { notary: notaryCheck(notary, () => log.pulse()) };
    const operations = createOperations({
      ...{ part: 'notary', registry, logger, checks, stopping: tools.stopping },
    });
    const { HOST: host, PORT: port, DISPATCH_SECRET: secret } = settings;
    const server = await serveOperations(operations, { host, port }, (app) =>
      addReceiptRoute(app, { notary, secret, logger }),
    );
    opened.add(() => server.close());
    logger.info({ host, port: server.port, state: notary.status.state }, 'notary started');
  },
});
