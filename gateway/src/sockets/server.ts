import * as uWS from 'uWebSockets.js';
import type { SocketData } from './connection.ts';
import { Upgrade, type UpgradeParts } from './upgrade.ts';

/** Where to listen; port 0 lets the system choose. */
export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

/** The server of `/ws`, on uWebSockets.js. */
export class SocketServer {
  readonly #app: uWS.TemplatedApp;
  #listening: uWS.us_listen_socket | null = null;

  constructor(parts: UpgradeParts) {
    this.#app = uWS.App();
    this.#app.ws<SocketData>('/ws', behaviour(parts));
    this.#app.any('/*', (res, req) => {
      const isSocketPath = req.getUrl() === '/ws';
      res.writeStatus(isSocketPath ? '426 Upgrade Required' : '404 Not Found');
      if (isSocketPath) res.writeHeader('upgrade', 'websocket');
      res.end('', true);
    });
  }

  /**
   * Starts to listen; resolves with the port that was bound.
   * @throws Error when it can't be bound
   */
  listen({ host, port }: ListenOptions): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#app.listen(host, port, (socket) => {
        if (socket === false) return reject(new Error(`The gateway can't listen on ${host}:${port}`));
        this.#listening = socket;
        resolve(uWS.us_socket_local_port(socket));
      });
    });
  }

  /** Lets nobody in any more. */
  stopListening(): void {
    if (this.#listening !== null) uWS.us_listen_socket_close(this.#listening);
    this.#listening = null;
  }

  /** Drops every connection that is still there. */
  close(): void {
    this.stopListening();
    this.#app.close();
  }
}

function behaviour(parts: UpgradeParts): uWS.WebSocketBehavior<SocketData> {
  const { hub, limits, observe } = parts;
  return {
    // A frame somewhat too large gets an answer; beyond that the connection is dropped before it is read.
    maxPayloadLength: 4 * limits.frameBytes,
    // The gateway cuts slow readers off itself: uWebSockets.js would leave frames out and go on.
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
