import { createOperations, openFoundation, readSettings, runProcess } from '@pmcw/runtime';
import { createHttpDispatch } from './dispatch/httpDispatch.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { settingsSchema } from './settings.ts';

await runProcess({
  readSettings: (environment) => readSettings(settingsSchema, environment),
  async start({ settings, ...tools }) {
    const { opened, logger, registry } = tools;
    const { HOST: host, PUBLIC_URL: publicUrl, COMMAND_SERVICE_URL: addresses } = settings;
    const { eventStore, vault } = await openFoundation(settings, tools);
    const commandServices = createHttpDispatch({
      addresses,
      secret: settings.DISPATCH_SECRET,
      logger,
      registry,
    });
    opened.add(() => commandServices.close());

    const checks = {
      following: async () => {
        const { status, position } = gateway.stats().follower;
        return { ok: status === 'following', status, position };
      },
    };
    const gateway: Gateway = createGateway({
      eventStore,
      sessions: vault.sessions,
      dispatch: commandServices.dispatch,
      publicUrl,
      logger,
      registry,
      operations: createOperations({ registry, logger, checks }),
      limits: settings.RATE_LIMITS === 'off' ? { framesBurst: Number.POSITIVE_INFINITY } : {},
    });
    opened.add(() => gateway.close());
    const { port } = await gateway.listen({ host, port: settings.PORT });
    logger.info({ host, port }, 'gateway listens');
  },
});
