import { createOperations, openFoundation, readSettings, runProcess, serveOperations } from '@pmcw/runtime';
import { createProjectionsChecks } from './runner/readiness.ts';
import { environmentSchema } from './settings.ts';
import { openProjector, threadNeeds, threadProgram } from './thread/projectorThread.ts';

await runProcess({
  name: 'projector',
  readSettings: (environment) => readSettings(environmentSchema, environment),
  async start({ settings, ...tools }) {
    const { opened, logger, registry } = tools;
    const { HOST: host, PORT: port } = settings;
    const opening = openFoundation({ ...settings, needs: threadNeeds }, tools, { host, port });
    const { eventStore, incarnations, pulse, checks: own } = await opening;
    const projector = openProjector({
      ...{ eventStore, incarnations, logger, registry, settings },
      program: threadProgram,
    });
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
