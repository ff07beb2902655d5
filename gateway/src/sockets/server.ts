import * as uWS from 'uWebSockets.js';
import { CannotStartError, type ListenOptions, type Operations, operationPaths } from '@pmcw/runtime';
import { arrivalOf } from './arrival.ts';
import type { SocketData } from './connection.ts';
import { sendWhenKnown } from './operations.ts';
import { Upgrade, type UpgradeParts } from './upgrade.ts';

declare module 'uWebSockets.js' {
  interface TemplatedApp {
    /** Missing in the library's types. */
    listen(
      host: string,
      port: number,
      options: number,
      cb: (socket: uWS.us_listen_socket | false) => void,
    ): uWS.TemplatedApp;
  }
}

/** `LIBUS_LISTEN_EXCLUSIVE_PORT` of the native side. */
const exclusive = 1;

export interface SocketServerParts extends UpgradeParts {
  readonly operations: Operations | null;
}

export class SocketServer {
  readonly #app: uWS.TemplatedApp;
  #listening: uWS.us_listen_socket | null = null;

  constructor(parts: SocketServerParts) {
    const { operations, logger } = parts;
    this.#app = uWS.App();
    this.#app.ws<SocketData>('/ws', behaviour(parts));
    if (operations !== null) {
      for (const path of operationPaths) {
        this.#app.get(path, (res) => sendWhenKnown(res, operations.answer(path), logger));
      }
    }
    this.#app.any('/*', (res, req) => {
      const isSocketPath = req.getUrl() === '/ws';
      const { isAborted, over } = arrivalOf(res);
      const answer = () => {
        res.writeStatus(isSocketPath ? '426 Upgrade Required' : '404 Not Found');
        if (isSocketPath) res.writeHeader('upgrade', 'websocket');
        res.end('', true);
      };
      void over.then(() => isAborted() || res.cork(answer));
    });
  }

  /** @throws CannotStartError if the port can't be bound */
  listen({ host, port }: ListenOptions): Promise<number> {
    return new Promise((resolve, reject) => {
      // Otherwise two gateways could listen on the same port.
      this.#app.listen(host, port, exclusive, (socket) => {
        if (socket === false) {
          const reason = 'it is in use by another program or not allowed';
          return reject(new CannotStartError(`The gateway can't listen on ${host}:${port}: ${reason}.`));
        }
        this.#listening = socket;
        resolve(uWS.us_socket_local_port(socket));
      });
    });
  }

  stopListening(): void {
    if (this.#listening !== null) uWS.us_listen_socket_close(this.#listening);
    this.#listening = null;
  }

  close(): void {
    this.stopListening();
    this.#app.close();
  }
}

function behaviour(parts: UpgradeParts): uWS.WebSocketBehavior<SocketData> {
  const { hub, limits, observe } = parts;
  return {
    // A slightly too large frame gets an answer; beyond that the connection is dropped unread.
    maxPayloadLength: 4 * limits.frameBytes,
    // Slow readers are cut off instead: uWebSockets.js would skip frames and continue.
    maxBackpressure: 0,
    idleTimeout: limits.idleSeconds,
    upgrade: new Upgrade(parts).handle,
    open(ws) {
      const { connection } = ws.getUserData();
      hub.add(connection);
      observe({ kind: 'opened' });
      connection.opened(ws);
    },
    message: (ws, message, isBinary) => ws.getUserData().connection.received(message, isBinary),
    drain: (ws) => ws.getUserData().connection.drained(),
    close(ws, code) {
      const { connection } = ws.getUserData();
      connection.closed();
      hub.remove(connection);
      observe({ kind: 'closed', code });
    },
  };
}
