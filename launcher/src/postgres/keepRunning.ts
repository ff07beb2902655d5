import { type PostgresOptions, type PostgresServer, startPostgres } from './server.ts';

/** How often a server is started again before it is given up. */
export interface RestartLimit {
  readonly restarts: number;
  /** Restarts longer ago than this, in milliseconds, don't count any more. */
  readonly withinMs: number;
}

/** How a server is kept running. */
export interface KeepOptions {
  readonly logger: { warn(fields: object, message: string): void };
  readonly limit?: RestartLimit;
  readonly lastly?: PostgresOptions['lastly'];
}

/** Whether it may be done once more; each yes counts. */
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
 * Starts a PostgreSQL, and starts it again on the same port whenever it dies: who lost a connection connects anew.
 * `died` resolves when it is given up, by default when it died, or did not start, more than three times in a minute.
 * @throws Error when it does not come up the first time
 */
export async function keepRunning(options: PostgresOptions, keep: KeepOptions): Promise<PostgresServer> {
  const { logger, limit = { restarts: 3, withinMs: 60_000 } } = keep;
  const stopping = new AbortController();
  const mayRestart = atMost(limit);
  let server = await startPostgres(options);
  const { url } = server;
  const samePort = async () => Number(new URL(url).port);
  /** Resolves when the server runs again, or with why it does not. */
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
      logger.warn({}, 'PostgreSQL died and is started again; server.log in its folder may say why');
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
