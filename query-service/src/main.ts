import { createHttpServer } from '@pmcw/http';
import {
  addOperations,
  createOperations,
  measureRequests,
  openVaultFrom,
  readSettings,
  runProcess,
} from '@pmcw/runtime';
import { createQueryService } from './queryService.ts';
import { settingsSchema } from './settings.ts';

await runProcess({
  readSettings: (environment) => readSettings(settingsSchema, environment),
  async start({ settings, ...tools }) {
    const { opened, logger, registry } = tools;
    const { HOST: host, PORT: port, PUBLIC_URL: publicUrl, TRUST_PROXY: trustProxy } = settings;
    const vault = await openVaultFrom(settings, tools);
    const service = createQueryService({
      connectionString: settings.DATABASE_URL,
      vault,
      publicUrl,
      appFiles: settings.APP_FILES,
      production: settings.NODE_ENV === 'production',
      logger,
    });
    opened.add(() => service.close());

    const app = await createHttpServer({ vault, publicUrl, logger, trustProxy });
    opened.add(() => app.close());
    measureRequests(app, registry);
    addOperations(app, createOperations({ registry, logger, checks: service.checks }));
    await app.register(service.plugin);
    logger.info({ address: await app.listen({ host, port }) }, 'query-service listens');
  },
});
