import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'vite';

export type Files = ReadonlyMap<string, { readonly type: string; readonly body: Buffer }>;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/**
 * The peer of every first load: an empty page of React, react-router-dom and TanStack Query (`emptyApp/`), built by
 * Vite for production.
 */
export async function buildEmptyApp(): Promise<Files> {
  const root = path.join(import.meta.dirname, 'emptyApp');
  const outDir = await mkdtemp(path.join(tmpdir(), 'pmcw-empty-app-'));
  try {
    await build({ root, configFile: false, logLevel: 'warn', build: { outDir, target: 'es2022' } });
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
