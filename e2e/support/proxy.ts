import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Ports of the parts behind the proxy, several of each. */
export interface Upstreams {
  readonly commandServices: readonly number[];
  readonly queryServices: readonly number[];
  readonly gateways: readonly number[];
}

export interface Proxy {
  close(): Promise<void>;
}

type UpstreamAnswer = { readonly response: IncomingMessage } | { readonly refused: boolean };

const isWrite = (method = 'GET') => !['GET', 'HEAD'].includes(method);

/** Rotates through the ports of a kind, one step per request. */
class Circle {
  readonly #ports: readonly number[];
  #next = 0;

  constructor(ports: readonly number[]) {
    this.#ports = ports;
  }

  /** All of them, starting with another each time. */
  order(): readonly number[] {
    this.#next = (this.#next + 1) % this.#ports.length;
    return [...this.#ports.slice(this.#next), ...this.#ports.slice(0, this.#next)];
  }
}

function ask(port: number, incoming: IncomingMessage, body: Buffer, agent: Agent): Promise<UpstreamAnswer> {
  return new Promise((resolve) => {
    const { method, url: path, headers } = incoming;
    const upstream = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent });
    upstream.on('response', (response) => resolve({ response }));
    // Only a request that was never sent may go to another process: a write without an answer is repeated by the
    // client.
    upstream.on('error', (error) => resolve({ refused: 'code' in error && error.code === 'ECONNREFUSED' }));
    upstream.end(body);
  });
}

function passOn(response: IncomingMessage, reply: ServerResponse): void {
  reply.writeHead(response.statusCode ?? 502, response.headers);
  response.on('error', () => reply.destroy());
  response.pipe(reply);
}

/** The head of an upgrade request, as received. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let n = 0; n < rawHeaders.length; n += 2) lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function splice(incoming: IncomingMessage, socket: Socket, head: Buffer, ports: readonly number[]): void {
  const [port, ...others] = ports;
  if (port === undefined) {
    socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    return;
  }
  const upstream = connect(port, '127.0.0.1');
  let isConnected = false;
  upstream.on('connect', () => {
    isConnected = true;
    upstream.write(headOf(incoming));
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => {
    if (isConnected) socket.destroy();
    else splice(incoming, socket, head, others);
  });
  socket.on('error', () => upstream.destroy());
  socket.on('close', () => upstream.destroy());
  upstream.on('close', () => isConnected && socket.destroy());
}

/**
 * A small proxy in front of several processes of each part, with the routes of `deploy/Caddyfile`: sockets to a
 * gateway, writes below `/api` to a command service, the rest to a query service. Skips processes that refuse the
 * connection.
 */
export async function startProxy(port: number, upstreams: Upstreams): Promise<Proxy> {
  const commandServices = new Circle(upstreams.commandServices);
  const queryServices = new Circle(upstreams.queryServices);
  const gateways = new Circle(upstreams.gateways);
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();

  async function answer(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const isCommand = isWrite(incoming.method) && incoming.url?.startsWith('/api/') === true;
    for (const upstream of (isCommand ? commandServices : queryServices).order()) {
      const answered = await ask(upstream, incoming, body, agent);
      if ('response' in answered) return passOn(answered.response, reply);
      if (!answered.refused && isCommand) break;
    }
    reply.writeHead(502).end();
  }

  const server = createServer((incoming, reply) => {
    answer(incoming, reply).catch(() => reply.destroy());
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    splice(incoming, socket, head, gateways.order());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        agent.destroy();
        for (const socket of sockets) socket.destroy();
      }),
  };
}
