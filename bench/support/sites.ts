import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Files } from '../../e2e/support/emptyApp.ts';

export interface Site {
  readonly url: string;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0);
  await once(server, 'listening');
  const { port } = addressOf(server.address());
  server.close();
  return port;
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address;
}

/** Serves files from memory, compressed, and does nothing else. */
export async function serveFiles(files: Files): Promise<Site> {
  const packed = new Map([...files].map(([at, { type, body }]) => [at, { type, body: gzipSync(body) }]));
  const server = createServer((request, response) => {
    const file = packed.get(request.url ?? '/');
    if (file === undefined) return response.writeHead(404).end();
    const headers = { 'content-type': file.type, 'content-encoding': 'gzip' };
    return response.writeHead(200, headers).end(file.body);
  }).listen(0);
  await once(server, 'listening');
  return {
    url: `http://localhost:${addressOf(server.address()).port}`,
    stop: async () => void server.close(),
  };
}
