import { type PostgresOptions, type PostgresServer, startPostgres } from './server.ts';

export interface RestartLimit {
  readonly restarts: number;
  readonly withinMs: number;
}

export interface KeepOptions {
  readonly logger: { warn(fields: object, message: string): void };
  readonly limit?: RestartLimit;
  readonly lastly?: PostgresOptions['lastly'];
  /** Ends a first start that takes long. */
  readonly stopping?: AbortSignal;
}

/** Each true counts as a restart. */
function atMost({ restarts, withinMs }: RestartLimit): () => boolean {
  let recent: number[] = [];
  return () => {
    const now = performance.now();
    recent = recent.filter((time) => now - time < withinMs);
    if (recent.length >= restarts) return false;
    recent.push(now);
    return true;
  };
}

/**
 * Restarts a PostgreSQL on the same port when it dies. `died` resolves when it is given up: by default after more than
 * three deaths or failed starts within a minute.
 * @throws Error if it does not start the first time
 */
export async function keepRunning(options: PostgresOptions, keep: KeepOptions): Promise<PostgresServer> {
  const { logger, limit = { restarts: 3, withinMs: 60_000 } } = keep;
  const stopping = new AbortController();
  const mayRestart = atMost(limit);
  let server = await startPostgres({ ...options, ...(keep.stopping && { signal: keep.stopping }) });
  const { url } = server;
  const samePort = async () => Number(new URL(url).port);
  /** Resolves with null when the server runs again, or with the reason why not. */
  let restarting: Promise<string | null> = Promise.resolve(null);

  async function restart(): Promise<string | null> {
    try {
      server = await startPostgres({ ...options, choosePort: samePort, signal: stopping.signal });
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async function givenUp(): Promise<string> {
    for (;;) {
      const reason = (await restarting) ?? (await server.died);
      if (stopping.signal.aborted) return new Promise(() => undefined);
      if (!mayRestart()) return reason;
      logger.warn({}, 'PostgreSQL died and is started again; see server.log in its folder');
      restarting = restart();
    }
  }

  return {
    url,
    died: givenUp(),
    async stop() {
      stopping.abort();
      await restarting;
      await server.stop();
    },
  };
}
