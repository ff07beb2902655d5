import { createHttpServer, sendProblem } from '@pmcw/http';
import {
  createOperations,
  mailOf,
  measureRequests,
  openFoundation,
  openidOf,
  readSettings,
  requestRates,
  runProcess,
} from '@pmcw/runtime';
import { createCommandService } from './commandService.ts';
import { receiptsFrom } from './erasure/receipts.ts';
import { followerChecks } from './handling/followerChecks.ts';
import { addProcessRoutes } from './processRoutes.ts';
import { settingsSchema } from './settings.ts';

await runProcess({
  name: 'command-service',
  readSettings: (environment) => readSettings(settingsSchema, environment),
  async start({ settings, ...tools }) {
    const { opened, logger, registry } = tools;
    const { HOST: host, PORT: port, PUBLIC_URL: publicUrl, TRUST_PROXY: trustProxy } = settings;
    const { RATE_LIMITS: rateLimits, DISPATCH_SECRET: secret, NOTARY_URL: notary } = settings;
    const mail = mailOf(settings);
    const openid = openidOf(settings);
    const opening = openFoundation(settings, tools, { host, port, send: sendProblem });
    const { eventStore, vault, incarnations, pulse, checks } = await opening;
    const service = createCommandService({
      eventStore,
      vault,
      logger,
      registry,
      rateLimits,
      pushServices: settings.PUSH_SERVICES,
      evmRpcUrls: settings.EVM_RPC_URLS,
      profileChecks: { publicUrl: settings.PUBLIC_URL },
      mail: mail && { ...mail, publicUrl },
      openid: openid && { ...openid, publicUrl },
      receiptOf: notary === undefined ? undefined : receiptsFrom(notary, secret),
    });
    opened.add(() => service.close());
    await service.start();
    const { ADMIN_PASSWORD: password } = settings;
    if (password !== undefined) await service.ensureAdministrator(async () => password);
    else if (!(await service.hasAdministrator())) {
      logger.warn({}, 'there is no administrator: start once with ADMIN_PASSWORD to have one');
    }

    const app = await createHttpServer({
      vault,
      publicUrl,
      incarnations,
      logger,
      trustProxy,
      countRequest: requestRates(rateLimits),
    });
    opened.add(() => app.close());
    measureRequests(app, registry);
    const operations = createOperations({
      registry,
      logger,
      part: 'command-service',
      checks: { ...checks, ...followerChecks(service.followers, pulse) },
      stopping: tools.stopping,
    });
    await addProcessRoutes(app, { service, operations, secret });
    logger.info({ address: await app.listen({ host, port }) }, 'command-service listens');
  },
});
