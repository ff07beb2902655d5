import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** A server to ask, and how to end it. */
export interface Site {
  readonly url: string;
  stop(): Promise<void>;
}

/** What a site serves, by path. */
export type Files = ReadonlyMap<string, { readonly type: string; readonly body: Buffer }>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** A port that was free a moment ago. */
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

/** Serves files, compressed, from memory, and does nothing else. */
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

/** The empty page of React in `emptyApp/`, built by Vite for production. */
export async function buildEmptyApp(): Promise<Files> {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', 'emptyApp');
  const outDir = await mkdtemp(path.join(tmpdir(), 'pmcw-empty-app-'));
  try {
    await build({ root, configFile: false, logLevel: 'warn', plugins: [react()], build: { outDir } });
    const names = await readdir(outDir, { recursive: true });
    const files = await Promise.all(
      names
        .filter((name) => path.extname(name) in types)
        .map(async (name) => {
          const type = types[path.extname(name)] ?? '';
          const at = name === 'index.html' ? '/' : `/${name}`;
          return [at, { type, body: await readFile(path.join(outDir, name)) }] as const;
        }),
    );
    return new Map(files);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
