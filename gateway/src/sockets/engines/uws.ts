import type * as uWS from 'uWebSockets.js';
import { randomUUID } from 'node:crypto';
import { type ClientRequest, get, STATUS_CODES } from 'node:http';
import { CannotStartError, drainBytes, type ListenOptions } from '@pmcw/runtime';
import type { Connection } from '../connection.ts';
import type { HttpAnswer } from '../httpAnswer.ts';
import { arrivalMs, type Engine, type EngineParts } from './engine.ts';

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

interface SocketData {
  readonly connection: Connection;
}

/** `LIBUS_LISTEN_EXCLUSIVE_PORT` of the native side. */
const exclusive = 1;

export class UwsEngine implements Engine {
  readonly #uws: typeof uWS;
  readonly #app: uWS.TemplatedApp;
  readonly #cork = new Cork();
  #listening: uWS.us_listen_socket | null = null;

  constructor(uws: typeof uWS, parts: EngineParts) {
    this.#uws = uws;
    this.#app = uws.App();
    this.#app.ws<SocketData>('/ws', behaviour(parts, this.#cork));
    this.#app.any('/*', (res, req) => {
      const arrival = arrivalOf(res);
      Promise.all([parts.answer(req.getMethod(), req.getUrl()), arrival.over()])
        .then(([answer]) => {
          if (!arrival.isAborted()) res.cork(() => send(res, answer));
        })
        .catch((error: unknown) => parts.logger.error({ err: error }, 'a request could not be answered'));
    });
  }

  async listen({ host, port }: ListenOptions): Promise<number> {
    const own = await this.#bind('127.0.0.1', 0);
    await this.#cork.open(this.#app, this.#uws.us_socket_local_port(own));
    this.#uws.us_listen_socket_close(own);
    this.#listening = await this.#bind(host, port);
    return this.#uws.us_socket_local_port(this.#listening);
  }

  #bind(host: string, port: number): Promise<uWS.us_listen_socket> {
    return new Promise((resolve, reject) => {
      // Otherwise two gateways could listen on the same port.
      this.#app.listen(host, port, exclusive, (socket) => {
        if (socket !== false) return resolve(socket);
        const reason = 'it is in use by another program or not allowed';
        reject(new CannotStartError(`The gateway can't listen on ${host}:${port}: ${reason}.`));
      });
    });
  }

  stopListening(): void {
    if (this.#listening !== null) this.#uws.us_listen_socket_close(this.#listening);
    this.#listening = null;
  }

  close(): void {
    this.stopListening();
    this.#cork.close();
    this.#app.close();
  }
}

/**
 * uWebSockets.js complains on standard error of upgrades outside a cork, but in the cork of their own response it
 * treats the socket as the request it was, and closes some right after they opened (uWebSockets #1928, #1929). So they
 * get the cork of the response to a request of our own, which is never answered.
 */
class Cork {
  #request: ClientRequest | null = null;
  #response: uWS.HttpResponse | null = null;

  async open(app: uWS.TemplatedApp, port: number): Promise<void> {
    const path = `/${randomUUID()}`;
    const arrived = new Promise<uWS.HttpResponse>((resolve) => {
      app.get(path, (res) => {
        res.onAborted(() => {
          this.#response = null;
        });
        resolve(res);
      });
    });
    this.#request = get({
      host: '127.0.0.1',
      port,
      path,
      agent: false,
      headers: { connection: 'keep-alive' },
    });
    // It ends with the server.
    this.#request.on('error', () => undefined);
    this.#response = await arrived;
  }

  around(work: () => void): void {
    if (this.#response === null) work();
    else this.#response.cork(work);
  }

  close(): void {
    this.#request?.destroy();
  }
}

function behaviour(parts: EngineParts, cork: Cork): uWS.WebSocketBehavior<SocketData> {
  return {
    maxPayloadLength: parts.maxPayloadBytes,
    // Slow readers are cut off instead: uWebSockets.js would skip frames and continue.
    maxBackpressure: 0,
    idleTimeout: parts.idleSeconds,
    upgrade: (res, req, context) => upgrade({ ...parts, cork }, res, req, context),
    open: (ws) => parts.opened(ws.getUserData().connection, ws),
    message: (ws, message, isBinary) => ws.getUserData().connection.received(Buffer.from(message), isBinary),
    drain: (ws) => ws.getUserData().connection.drained(),
    close: (ws, code) => parts.closed(ws.getUserData().connection, code),
  };
}

function upgrade(
  parts: Pick<EngineParts, 'admit' | 'logger'> & { readonly cork: Cork },
  res: uWS.HttpResponse,
  req: uWS.HttpRequest,
  context: uWS.us_socket_context_t,
): void {
  if (!/^websocket$/i.test(req.getHeader('upgrade'))) {
    req.setYield(true);
    return;
  }
  const key = req.getHeader('sec-websocket-key');
  const extensions = req.getHeader('sec-websocket-extensions');
  const admitting = parts.admit(Buffer.from(res.getRemoteAddressAsText()).toString(), (name) =>
    req.getHeader(name),
  );
  const arrival = arrivalOf(res);
  const respond = async () => {
    const admission = await admitting;
    if ('refusal' in admission) {
      await arrival.over();
      if (!arrival.isAborted()) res.cork(() => send(res, admission.refusal));
      return;
    }
    if (arrival.isAborted()) return;
    // No subprotocol is supported, so none is chosen.
    const accept = () => res.upgrade<SocketData>(admission, key, '', extensions, context);
    parts.cork.around(() => void res.cork(accept));
  };
  respond().catch((error: unknown) => parts.logger.error({ err: error }, 'an upgrade could not be answered'));
}

function send(res: uWS.HttpResponse, { status, headers, body, closes }: HttpAnswer): void {
  res.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
  for (const [name, value] of Object.entries(headers)) res.writeHeader(name, value);
  res.end(body, closes);
}

/** A request whose body may still be arriving at the answer. */
interface Arrival {
  /** Then the response must not be touched. */
  readonly isAborted: () => boolean;
  /**
   * Resolves when the body has arrived, or a limit is reached. Closing a connection that receives data resets it: an
   * earlier answer may be lost.
   */
  readonly over: () => Promise<void>;
}

/** Must be called before the handler returns. */
function arrivalOf(res: uWS.HttpResponse): Arrival {
  let isAborted = false;
  let isOver = false;
  let left = drainBytes;
  let onOver: (() => void) | null = null;
  const end = () => {
    isOver = true;
    onOver?.();
  };
  res.onAborted(() => {
    isAborted = true;
    end();
  });
  res.onData((chunk, isLast) => {
    left -= chunk.byteLength;
    if (isLast || left < 0) end();
  });
  return {
    isAborted: () => isAborted,
    // A request that becomes a socket leaves no timer behind.
    over: () =>
      new Promise((resolve) => {
        if (isOver) return resolve();
        const timer = setTimeout(resolve, arrivalMs);
        onOver = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
