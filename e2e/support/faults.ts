import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@pmcw/testing';
import { WebSocketServer } from 'ws';
import type { FrameFault, FrameSeen, RequestFault, RequestSeen } from './faultKinds.ts';
import { FaultyLink } from './faultyLink.ts';
import { Rules } from './rules.ts';

/** A bad network between browsers and the product. */
export interface FaultProxy {
  /** Address for browsers; the product's `PUBLIC_URL`. */
  readonly url: string;
  readonly requests: Rules<RequestSeen, RequestFault>;
  readonly frames: Rules<FrameSeen, FrameFault>;
  leadTo(port: number): void;
  /** Resets sockets and requests without an answer, by their cookie; all if omitted. */
  cutSockets(isMeant?: (cookie: string) => boolean): void;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function seenOf({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer): RequestSeen {
  return { method, path: url, cookie: headers.cookie ?? '', body: body.toString(), at: performance.now() };
}

/** Applies rules to requests and frames, and passes on the others. */
class LoopbackProxy implements FaultProxy {
  readonly url: string;
  readonly requests = new Rules<RequestSeen, RequestFault>();
  readonly frames = new Rules<FrameSeen, FrameFault>();
  readonly #agent = new Agent({ keepAlive: true });
  readonly #links = new Set<FaultyLink>();
  /** Connections of requests that will get no answer. */
  readonly #stuck = new Map<Socket, string>();
  readonly #sockets = new Set<Socket>();
  readonly #webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #server = createServer((incoming, reply) => {
    this.#handle(incoming, reply).catch(() => reply.destroy());
  });
  #port = 0;

  constructor(url: string) {
    this.url = url;
    this.#server.keepAliveTimeout = 60_000;
    this.#server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.on('error', () => socket.destroy());
      this.#upgrade(incoming, socket, head).catch(() => socket.destroy());
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(Number(new URL(this.url).port), resolve));
  }

  leadTo(port: number): void {
    this.#port = port;
  }

  cutSockets(isMeant: (cookie: string) => boolean = () => true): void {
    for (const link of this.#links) if (isMeant(link.cookie)) link.cut();
    for (const [socket, cookie] of this.#stuck) if (isMeant(cookie)) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cutSockets();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    this.#agent.destroy();
    await closed;
  }

  async #handle(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    reply.on('error', () => reply.destroy());
    const fault = this.requests.take(seenOf(incoming, body));
    const ask = () => this.#ask(incoming, body);
    switch (fault?.kind) {
      case undefined:
        return finish(reply, await ask());
      case 'delay':
        await delay(fault.ms);
        return finish(reply, await ask());
      case 'hold':
        await fault.until;
        return finish(reply, await ask());
      case 'hold-body': {
        const { status, headers, body: late } = await ask();
        reply.writeHead(status, headers).flushHeaders();
        await fault.until;
        reply.end(late);
        return;
      }
      case 'lose':
        return this.#leave(incoming);
      case 'lose-answer':
        await ask();
        return this.#leave(incoming);
      case 'cut':
        incoming.socket.resetAndDestroy();
        return;
      case 'cut-after':
        await ask();
        incoming.socket.resetAndDestroy();
        return;
      case 'twice': {
        const [, second] = await Promise.all([ask(), ask()]);
        return finish(reply, second);
      }
      case 'answer':
        reply.writeHead(fault.status, fault.headers).end(fault.body);
    }
  }

  #leave({ socket, headers: { cookie = '' } }: IncomingMessage): void {
    this.#stuck.set(socket, cookie);
    socket.once('close', () => this.#stuck.delete(socket));
  }

  #ask({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const where = { port: this.#port, host: '127.0.0.1', agent: this.#agent };
      const upstream = httpRequest({ ...where, method, path: url, headers });
      upstream.on('response', (response) => {
        const { statusCode: status = 502, headers: answered } = response;
        buffer(response).then((bytes) => resolve({ status, headers: answered, body: bytes }), reject);
      });
      upstream.on('error', reject);
      upstream.end(body);
    });
  }

  async #upgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const seen = seenOf(incoming, Buffer.alloc(0));
    const fault = this.requests.take(seen);
    if (fault?.kind === 'lose') return this.#leave(incoming);
    if (fault?.kind === 'delay') await delay(fault.ms);
    if (fault?.kind === 'hold') await fault.until;
    if (fault?.kind === 'cut') return void socket.resetAndDestroy();
    if (fault?.kind === 'answer') return refuse(socket, fault.status);
    const link = new FaultyLink(seen.cookie, this.frames);
    const { origin = '' } = incoming.headers;
    const refused = await link.reach(`ws://127.0.0.1:${this.#port}${seen.path}`, {
      origin,
      cookie: seen.cookie,
    });
    if (refused !== null) return refuse(socket, refused);
    this.#links.add(link);
    link.onOver = () => this.#links.delete(link);
    this.#webSockets.handleUpgrade(incoming, socket, head, (browser) => link.join(browser));
  }
}

function refuse(socket: Socket, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function finish(reply: ServerResponse, { status, headers, body }: Answer): void {
  const { 'transfer-encoding': _, ...rest } = headers;
  reply.writeHead(status, rest).end(body);
}

/** Starts it on a free port; nothing answers behind it until `leadTo`. */
export async function startFaultProxy(): Promise<FaultProxy> {
  const proxy = new LoopbackProxy(`http://localhost:${await freePort()}`);
  await proxy.listen();
  return proxy;
}

/** A message sent over HTTP. */
export const isPost = ({ method, path }: RequestSeen): boolean =>
  method === 'POST' && /^\/api\/messages(\/global)?$/.test(path);

/** A message sent on a socket. */
export const isMessageFrame = ({ direction, type }: FrameSeen): boolean =>
  direction === 'up' && type === 'message';

export const isUpgrade = ({ path }: RequestSeen): boolean => path === '/ws';

/** Everything except the app's files, which a service worker may still be storing. */
export const isService = ({ path }: RequestSeen): boolean => /^\/(api|graphql|ws|media)\b/.test(path);
