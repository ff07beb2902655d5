import { Worker } from 'node:worker_threads';
import { backoffMs, type Logger, pause } from '@pmcw/resilience';
import { z } from 'zod';
import { productModels } from '../models.ts';
import { followedLog, runnerContext } from '../runner/options.ts';
import { Overview } from '../runner/overview.ts';
import {
  createProjector,
  holderName,
  type Projector,
  type ProjectorOptions,
  projectorNeeds,
} from '../runner/projector.ts';
import { prepareSchemas, refuseLaterTables } from '../runner/schema.ts';
import { Connections } from '../storage/connections.ts';
import { type FromThread, stop, type ThreadData, type ThreadSettings } from './messages.ts';

interface ProjectorThreadOptions extends Omit<ProjectorOptions, 'connectionString' | 'models'> {
  /** Built module that calls `runInThread`. */
  readonly program: URL;
  readonly settings: ThreadSettings;
  /** How often the thread reports that it runs (default 5,000); when it misses 12, it is replaced. */
  readonly aliveEveryMs?: number;
}

/** Undefined for sources, as in `npm run dev`, which can't be loaded in a thread. */
export const threadProgram = import.meta.url.endsWith('.ts')
  ? undefined
  : new URL('./main.js', import.meta.url);

const retryMs = { firstMs: 500, mostMs: 30_000 };
/** A thread that lived longer starts again at once. */
const calmMs = 60_000;
const defaultAliveEveryMs = 5_000;
/** The longest fold takes a second or two. */
const mostMissed = 12;
/** For status and progress. */
const ownConnections = 2;

/** Of the database of the read models, for `openProjector`. */
export const threadNeeds = {
  ...projectorNeeds,
  connections: projectorNeeds.connections + ownConnections,
  threads: 1,
};

const lineSchema = z.looseObject({
  level: z.enum(['debug', 'info', 'warn', 'error']),
  msg: z.string().default(''),
});

function logLine(logger: Logger, line: string): void {
  const { level, msg, ...fields } = lineSchema.parse(JSON.parse(line));
  logger[level](fields, msg);
}

/**
 * A projector in a thread of this process: folding doesn't delay other work (docs/decisions/projector-apart.md). It is
 * started again when it ends; nothing is lost, because rows and checkpoints are written together.
 */
function createProjectorThread(options: ProjectorThreadOptions): Projector {
  const { eventStore, incarnations, logger, registry, settings, program } = options;
  const { aliveEveryMs = defaultAliveEveryMs } = options;
  const connections = new Connections(settings.DATABASE_URL, ownConnections);
  const context = runnerContext({ eventStore, incarnations, connections, logger, holder: holderName() });
  const overview = new Overview(context, productModels, registry);
  const stopping = new AbortController();
  let over: Promise<void> = Promise.resolve();
  let start: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });

  function receive(message: FromThread): void {
    switch (message.kind) {
      case 'alive':
        return;
      case 'written':
        overview.written(message.model, message.events, message.seconds);
        return;
      case 'became':
        overview.became(message.model, message.state, message.error);
        return;
      case 'logged':
        logLine(logger, message.line);
        return;
      case 'started':
        start();
        return;
      case 'stopped':
        return;
      default:
        message satisfies never;
    }
  }

  /** @returns why the thread ended */
  async function runOnce(): Promise<unknown> {
    // Options of a process that runs sources (conditions of imports) would lead the program to them.
    const workerData: ThreadData = { ...settings, aliveEveryMs };
    const worker = new Worker(program, { workerData, execArgv: [] });
    let reason: unknown = new Error('It has exited');
    // Before its first report, it loads modules. Counted instead of timed, because a machine may have slept.
    let missed = Number.NEGATIVE_INFINITY;
    const watch = setInterval(() => {
      missed += 1;
      if (missed <= mostMissed) return;
      reason = new Error('It hangs');
      void worker.terminate();
    }, aliveEveryMs);
    worker.on('error', (error) => {
      reason = error;
    });
    worker.on('message', (message: FromThread) => {
      missed = 0;
      receive(message);
      if (message.kind === 'stopped') void worker.terminate();
    });
    const requestStop = () => worker.postMessage(stop);
    stopping.signal.addEventListener('abort', requestStop, { once: true });
    // Not `once` of events, which would reject with the error.
    await new Promise((resolve) => worker.once('exit', resolve));
    clearInterval(watch);
    stopping.signal.removeEventListener('abort', requestStop);
    return reason;
  }

  async function keepRunning(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; ) {
      const began = performance.now();
      const reason = await runOnce();
      if (stopping.signal.aborted) return;
      failures = performance.now() - began > calmMs ? 1 : failures + 1;
      logger.error({ err: reason }, 'the thread of the read models ended and is started again');
      for (const { name } of productModels)
        overview.became(name, 'standby', 'the thread that writes it ended');
      await pause(backoffMs(failures, retryMs), stopping.signal);
    }
  }

  return {
    async start() {
      await prepareSchemas(connections, productModels, followedLog(context));
      await refuseLaterTables(connections, productModels);
      over = keepRunning();
      // Ready only when new events are folded; a thread that ends before is started again.
      await Promise.race([started, over]);
    },
    async stop() {
      stopping.abort();
      await over;
      await connections.close();
    },
    status: () => overview.status(),
    prepared: () => overview.prepared(),
  };
}

/** A projector in a thread, or in the caller's if there is no program for one. */
export function openProjector({
  program,
  ...options
}: Omit<ProjectorThreadOptions, 'program'> & { readonly program: URL | undefined }): Projector {
  if (program !== undefined) return createProjectorThread({ ...options, program });
  const { settings, ...tools } = options;
  return createProjector({ ...tools, connectionString: settings.DATABASE_URL });
}
