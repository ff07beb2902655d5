import { createOperations, openFoundation, readSettings, runProcess, serveOperations } from '@pmcw/runtime';
import { createProjector, projectorNeeds } from './runner/projector.ts';
import { createProjectionsChecks } from './runner/readiness.ts';
import { environmentSchema } from './settings.ts';

await runProcess({
  name: 'projector',
  readSettings: (environment) => readSettings(environmentSchema, environment),
  async start({ settings, ...tools }) {
    const { opened, logger, registry } = tools;
    const { HOST: host, PORT: port } = settings;
    const opening = openFoundation({ ...settings, needs: projectorNeeds }, tools, { host, port });
    const { eventStore, incarnations, pulse, checks: own } = await opening;
    const connectionString = settings.DATABASE_URL;
    const projector = createProjector({ eventStore, incarnations, connectionString, logger, registry });
    opened.add(() => projector.stop());
    await projector.start();

    const checks = { instance: own.instance, ...createProjectionsChecks(pulse, projector) };
    const operations = createOperations({
      ...{ part: 'projector', registry, logger, checks, stopping: tools.stopping },
    });
    const server = await serveOperations(operations, { host, port });
    opened.add(() => server.close());
    logger.info({ host, port: server.port }, 'projector follows the log');
  },
});
