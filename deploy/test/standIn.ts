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

/** A fake replica of a part that answers its name and records the requests. */
export interface StandIn {
  readonly port: number;
  close(): Promise<void>;
}

export interface StandInOptions {
  readonly name: string;
  readonly host: string;
  /** Default: any free one. All replicas of a part listen on one port, each at its own address. */
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

/** Answers `/picture` as a picture, and all else as text that is worth compressing. */
function answer(response: ServerResponse, name: string, url: string | undefined): void {
  const type = url === '/picture' ? 'image/webp' : 'text/html';
  response.writeHead(200, { 'content-type': type, 'x-answered-by': name }).end(`${name} `.repeat(500));
}

/** Starts a fake replica, which accepts upgrades and echoes their data. */
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
  if (address === null || typeof address === 'string') throw new Error('The fake replica has no port');
  return {
    port: address.port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
