import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request as a part behind the proxy saw it. */
export interface Seen {
  readonly by: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: number;
}

/** Stands for a replica of a part: says its name, and remembers what it was asked. */
export interface StandIn {
  readonly port: number;
  close(): Promise<void>;
}

/** What a stand-in does, beside remembering. */
export interface StandInOptions {
  readonly name: string;
  readonly host: string;
  /** All replicas of a part listen on one port, each at its own address; any free one when missing. */
  readonly port?: number;
  readonly seen: Seen[];
  /** Drops the connection once the request is read, instead of answering. */
  readonly breaks?: boolean;
}

async function bytesOf(request: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of request) bytes += Buffer.byteLength(chunk);
  return bytes;
}

/** As text that is worth compressing when asked for `/page`, else as a picture. */
function answer(response: ServerResponse, name: string, url: string | undefined): void {
  const type = url === '/picture' ? 'image/webp' : 'text/html';
  response.writeHead(200, { 'content-type': type, 'x-answered-by': name }).end(`${name} `.repeat(500));
}

/** Starts a stand-in; upgrades are accepted and echo what they get. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const { name, host, port = 0, seen, breaks = false } = options;
  const remember = ({ method = '', url = '', headers }: IncomingMessage, bytes: number) =>
    seen.push({ by: name, method, url, headers, bytes });
  const server = createServer(async (request, response) => {
    remember(request, await bytesOf(request).catch(() => -1));
    if (breaks) request.socket.destroy();
    else answer(response, name, request.url);
  });
  server.on('upgrade', (request, socket) => {
    remember(request, 0);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`);
    socket.on('error', () => socket.destroy());
    socket.pipe(socket);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A stand-in has no port');
  return {
    port: address.port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
