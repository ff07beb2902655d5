import {
  createOperations,
  openFoundation,
  readSettings,
  requestRates,
  runProcess,
  vapidKeysOf,
} from '@pmcw/runtime';
import { createHttpDispatch } from './dispatch/httpDispatch.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { followingCheck, sessionsCheck, webPushCheck } from './readiness.ts';
import { environmentSchema } from './settings.ts';

await runProcess({
  name: 'gateway',
  readSettings: (environment) => readSettings(environmentSchema, environment),
  async start({ settings, ...tools }) {
    const { opened, logger, registry } = tools;
    const { HOST: host, PORT: port, PUBLIC_URL: publicUrl, COMMAND_SERVICE_URL: addresses } = settings;
    const opening = openFoundation(settings, tools, { host, port });
    const { eventStore, vault, incarnations, pulse, checks: own } = await opening;
    const commandServices = createHttpDispatch({
      addresses,
      secret: settings.DISPATCH_SECRET,
      logger,
      registry,
    });
    opened.add(() => commandServices.close());

    const checks = {
      instance: own.instance,
      following: followingCheck({ stats: () => gateway.stats() }, pulse),
      sessions: sessionsCheck(vault),
      webPush: webPushCheck({ webPush: () => gateway.webPush() }, pulse),
    };
    const gateway: Gateway = createGateway({
      eventStore,
      incarnations,
      sessions: vault.sessions,
      drafts: vault.drafts,
      snapshots: vault.snapshots,
      push: {
        push: vault.push,
        bookmarks: vault.bookmarks,
        keys: vapidKeysOf(settings),
        services: settings.PUSH_SERVICES,
      },
      dispatch: commandServices.dispatch,
      dispatchMessages: commandServices.dispatchMessages,
      publicUrl,
      logger,
      registry,
      countRequest: requestRates(settings.RATE_LIMITS),
      trustProxy: settings.TRUST_PROXY,
      engine: settings.SOCKET_ENGINE,
      operations: createOperations({ part: 'gateway', registry, logger, checks, stopping: tools.stopping }),
      limits: settings.RATE_LIMITS === 'off' ? { framesBurst: Number.POSITIVE_INFINITY } : {},
    });
    opened.add(() => gateway.close());
    const bound = await gateway.listen({ host, port });
    logger.info({ host, port: bound.port }, 'gateway listens');
  },
});
