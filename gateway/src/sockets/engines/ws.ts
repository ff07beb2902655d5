import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  CannotStartError,
  drain,
  drainBytes,
  type ListenOptions,
  onUpgrade,
  SocketRequest,
} from '@pmcw/runtime';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Connection } from '../connection.ts';
import type { HttpAnswer } from '../httpAnswer.ts';
import type { OpenSocket } from '../openSocket.ts';
import type { Admission } from '../upgrade.ts';
import { arrivalMs, type Engine, type EngineParts } from './engine.ts';

/** Of a request's head; uWebSockets.js has the same. */
const headersMs = 10_000;
/** Frames of a cork are written when they are as large as this, so that the backlog counts only what really waits. */
const corkBytes = 16 * 1024;

/** Sockets by `ws` on Node's own server, for a Node or system without a binary of uWebSockets.js. */
export class WsEngine implements Engine {
  readonly #parts: EngineParts;
  readonly #http: Server;
  readonly #upgrades: WebSocketServer;
  readonly #open = new Set<WsSocket>();
  /** Also those whose closing frame is not yet answered. */
  readonly #raw = new Set<Socket>();
  #checking: NodeJS.Timeout | null = null;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#upgrades = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: parts.maxPayloadBytes,
      perMessageDeflate: false,
    });
    this.#http = createServer({
      headersTimeout: headersMs,
      requestTimeout: 2 * arrivalMs,
      IncomingMessage: SocketRequest,
    }).on('error', (error) => parts.logger.error({ err: error }, 'the server of sockets failed'));
    this.#http.on('request', (request, response) => void this.#answer(request, response));
    onUpgrade(this.#http, (request, _, head) => void this.#upgrade(request, head));
  }

  async listen({ host, port }: ListenOptions): Promise<number> {
    this.#http.listen({ host, port, exclusive: true });
    try {
      await once(this.#http, 'listening');
    } catch (cause) {
      const reason = 'it is in use by another program or not allowed';
      throw new CannotStartError(`The gateway can't listen on ${host}:${port}: ${reason}.`, { cause });
    }
    this.#checking = setInterval(() => this.#check(), (this.#parts.idleSeconds * 1_000) / 3).unref();
    return portOf(this.#http);
  }

  stopListening(): void {
    this.#http.close();
  }

  close(): void {
    this.stopListening();
    if (this.#checking !== null) clearInterval(this.#checking);
    this.#http.closeAllConnections();
    // Not at once: closing frames may still be on their way.
    for (const raw of this.#raw) raw.destroySoon();
  }

  #check(): void {
    const silentSince = performance.now() - this.#parts.idleSeconds * 1_000;
    for (const socket of this.#open) socket.check(silentSince);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      // Without `connection: upgrade`, Node takes a handshake for a usual request.
      const admission = wantsSocket(request) ? await this.#admit(request) : null;
      const answer =
        admission !== null && 'refusal' in admission
          ? admission.refusal
          : await this.#parts.answer(request.method?.toLowerCase() ?? '', pathOf(request));
      await drain(request, { bytes: drainBytes, ms: arrivalMs }, new AbortController().signal);
      send(response, answer);
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'a request could not be answered');
      response.destroy();
    }
  }

  async #upgrade(request: IncomingMessage, head: Buffer): Promise<void> {
    const { socket } = request;
    const admission = await this.#admit(request);
    if ('refusal' in admission) return send(lastResponse(request), admission.refusal);
    if (socket.destroyed) return;
    this.#upgrades.handleUpgrade(request, socket, head, (ws) => {
      this.#opened(admission.connection, ws, socket);
    });
  }

  #admit({ socket, headers }: IncomingMessage): Promise<Admission> {
    return this.#parts.admit(socket.remoteAddress ?? '', (name) => String(headers[name] ?? ''));
  }

  #opened(connection: Connection, ws: WebSocket, raw: Socket): void {
    const socket = new WsSocket(ws, raw, {
      drained: () => connection.drained(),
      closed: (code) => {
        this.#open.delete(socket);
        this.#parts.closed(connection, code);
      },
    });
    this.#open.add(socket);
    this.#raw.add(raw);
    raw.on('close', () => this.#raw.delete(raw));
    ws.on('message', (data, isBinary) => {
      if (Buffer.isBuffer(data)) connection.received(data, isBinary);
    });
    this.#parts.opened(connection, socket);
  }
}

interface WsSocketEvents {
  readonly drained: () => void;
  readonly closed: (code: number) => void;
}

/** Reports a close at once, as uWebSockets.js does, and not after the peer has agreed. */
class WsSocket implements OpenSocket {
  readonly #ws: WebSocket;
  readonly #raw: Socket;
  readonly #events: WsSocketEvents;
  #isClosed = false;
  #isWaiting = false;
  #heardAt = performance.now();

  constructor(ws: WebSocket, raw: Socket, events: WsSocketEvents) {
    this.#ws = ws;
    this.#raw = raw;
    this.#events = events;
    const heard = () => {
      this.#heardAt = performance.now();
    };
    ws.on('message', heard).on('ping', heard).on('pong', heard);
    ws.on('close', (code) => this.#closed(code));
    // Followed by a close.
    ws.on('error', () => undefined);
  }

  send(bytes: Uint8Array, isBinary: boolean): void {
    this.#ws.send(bytes, { binary: isBinary }, this.#sent);
    if (this.#raw.writableCorked > 0 && this.#raw.writableLength > corkBytes) {
      this.#raw.uncork();
      this.#raw.cork();
    }
    this.#isWaiting ||= this.#ws.bufferedAmount > 0;
  }

  getBufferedAmount(): number {
    return this.#ws.bufferedAmount;
  }

  cork(work: () => void): void {
    this.#raw.cork();
    try {
      work();
    } finally {
      this.#raw.uncork();
    }
  }

  end(code: number, reason: string): void {
    this.#ws.close(code, reason);
    this.#closed(code);
  }

  close(): void {
    this.#ws.terminate();
    this.#closed(1006);
  }

  /** Drops the socket if nothing came since then; otherwise asks for a sign of life. */
  check(silentSince: number): void {
    if (this.#heardAt < silentSince) this.close();
    else this.#ws.ping();
  }

  readonly #sent = (): void => {
    if (!this.#isWaiting || this.#isClosed || this.#ws.bufferedAmount > 0) return;
    this.#isWaiting = false;
    this.#events.drained();
  };

  #closed(code: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.closed(code);
  }
}

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?')[0] ?? '';

const wantsSocket = (request: IncomingMessage) =>
  pathOf(request) === '/ws' && /^websocket$/i.test(request.headers.upgrade ?? '');

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

function send(response: ServerResponse, { status, headers, body, closes }: HttpAnswer): void {
  if (closes) response.shouldKeepAlive = false;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/**
 * The response to a refused upgrade, which ends the connection. It reads on for a while, because closing a connection
 * that receives data resets it: the response may be lost.
 */
function lastResponse(request: IncomingMessage): ServerResponse {
  const { socket } = request;
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.on('finish', () => {
    response.detachSocket(socket);
    const timer = setTimeout(() => socket.destroy(), arrivalMs).unref();
    socket.on('close', () => clearTimeout(timer));
    socket.resume().end();
  });
  return response;
}
