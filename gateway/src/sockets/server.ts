import { type ListenOptions, type Operations, operationPaths } from '@pmcw/runtime';
import { createEngine } from './engines/choose.ts';
import type { Engine, EngineParts, SocketEngine } from './engines/engine.ts';
import type { HttpAnswer } from './httpAnswer.ts';
import { Upgrade, type UpgradeParts } from './upgrade.ts';

export interface SocketServerParts extends UpgradeParts {
  readonly operations: Operations | null;
  /** By default uWebSockets.js, or `ws` where it has no binary. */
  readonly engine: SocketEngine | undefined;
}

export class SocketServer {
  readonly #parts: SocketServerParts;
  #engine: Engine | null = null;

  constructor(parts: SocketServerParts) {
    this.#parts = parts;
  }

  /** @throws CannotStartError if the port can't be bound */
  async listen(options: ListenOptions): Promise<number> {
    this.#engine = await createEngine(engineParts(this.#parts), this.#parts.engine);
    return this.#engine.listen(options);
  }

  stopListening(): void {
    this.#engine?.stopListening();
  }

  close(): void {
    this.#engine?.close();
  }
}

function engineParts(parts: SocketServerParts): EngineParts {
  const { hub, limits, observe, logger, operations } = parts;
  const upgrade = new Upgrade(parts);
  return {
    logger,
    // A slightly too large frame gets an answer; beyond that the connection is dropped unread.
    maxPayloadBytes: 4 * limits.frameBytes,
    idleSeconds: limits.idleSeconds,
    admit: (peer, header) => upgrade.admit(peer, header),
    answer: (method, path) => answer(operations, method, path),
    opened(connection, socket) {
      hub.add(connection);
      observe({ kind: 'opened' });
      connection.opened(socket);
    },
    closed(connection, code) {
      connection.closed();
      hub.remove(connection);
      observe({ kind: 'closed', code });
    },
  };
}

async function answer(operations: Operations | null, method: string, path: string): Promise<HttpAnswer> {
  const operation = method === 'get' ? operationPaths.find((known) => known === path) : undefined;
  if (operation !== undefined && operations !== null) {
    const { status, contentType, body } = await operations.answer(operation);
    const headers = { 'content-type': contentType, 'cache-control': 'no-store' };
    return { status, headers, body, closes: false };
  }
  return path === '/ws'
    ? { status: 426, headers: { upgrade: 'websocket' }, body: '', closes: true }
    : { status: 404, headers: {}, body: '', closes: true };
}
