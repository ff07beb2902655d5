import { createHttpServer, sendProblem } from '@pmcw/http';
import { auditFolderOf, SignedTree } from '@pmcw/notary';
import {
  addOperations,
  createOperations,
  measureRequests,
  openFoundation,
  providerLabel,
  readSettings,
  requestRates,
  runProcess,
} from '@pmcw/runtime';
import { createQueryService } from './queryService.ts';
import { environmentSchema } from './settings.ts';
import { readModelConnections } from './storage/database.ts';

const needs = { connections: readModelConnections };

await runProcess({
  name: 'query-service',
  readSettings: (environment) => readSettings(environmentSchema, environment),
  async start({ settings, ...tools }) {
    const { opened, logger, registry } = tools;
    const { HOST: host, PORT: port, PUBLIC_URL: publicUrl, TRUST_PROXY: trustProxy } = settings;
    const opening = openFoundation({ ...settings, needs }, tools, { host, port, send: sendProblem });
    const { eventStore, log, vault, incarnations, checks } = await opening;
    const { AUDIT_DIR: auditDir, OIDC_ISSUER: issuer } = settings;
    const tree = auditDir === undefined ? null : new SignedTree(auditFolderOf(auditDir, log.engine));
    opened.add(async () => tree?.close());
    const service = createQueryService({
      connectionString: settings.DATABASE_URL,
      pushKey: async () => settings.VAPID_PUBLIC_KEY ?? (await vault.push.keys()).publicKey,
      sendsMail: settings.MAIL_FROM !== undefined,
      openid:
        issuer === undefined ? undefined : { issuer, label: providerLabel(issuer, settings.OIDC_LABEL) },
      vault,
      streams: eventStore,
      incarnations,
      proofs: tree === null ? undefined : { tree, stored: log },
      publicUrl,
      appFiles: settings.APP_FILES,
      keptAssets: settings.KEPT_ASSETS,
      serviceWorker: settings.SERVICE_WORKER,
      commandServices: settings.COMMAND_SERVICE_URL ?? [],
      production: settings.NODE_ENV === 'production',
      rateLimits: settings.RATE_LIMITS,
      logger,
    });
    opened.add(() => service.close());

    const app = await createHttpServer({
      vault,
      publicUrl,
      incarnations,
      logger,
      trustProxy,
      countRequest: requestRates(settings.RATE_LIMITS),
    });
    opened.add(() => app.close());
    measureRequests(app, registry);
    addOperations(
      app,
      createOperations({
        registry,
        logger,
        part: 'query-service',
        checks: { instance: checks.instance, ...service.checks },
        stopping: tools.stopping,
      }),
    );
    await app.register(service.plugin);
    logger.info({ address: await app.listen({ host, port }) }, 'query-service listens');
  },
});
