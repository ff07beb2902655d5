import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { freePort, ownMarks } from '@pmcw/testing';
import { afterEach, expect } from 'vitest';
import { root } from '../src/places.ts';

export const workspaces = ['command-service', 'query-service', 'gateway', 'projections', 'notary'] as const;
export type Workspace = (typeof workspaces)[number];

/** Settings that every part accepts. No command service is at the address that they have. */
export const settingsOn = (databaseUrl: string, publicUrl: string) => ({
  DATABASE_URL: databaseUrl,
  VAULT_KEY: randomBytes(32).toString('base64'),
  PUBLIC_URL: publicUrl,
  DISPATCH_SECRET: randomBytes(32).toString('hex'),
  COMMAND_SERVICE_URL: 'http://127.0.0.1:1',
  // Any index.html will do: nothing needs a build of the app.
  APP_FILES: path.join(root, 'pwa'),
});

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** A part in a separate process, the latest build, which starts in half the time of sources. */
export interface Part {
  readonly workspace: Workspace;
  readonly url: string;
  /** Its output so far. */
  output(): string;
  /** Resolves with its exit code. */
  readonly ended: Promise<number | null>;
  /** SIGKILL leaves it no time to finish anything. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/** It is killed at the end of the spec at the latest. */
export async function startPart(workspace: Workspace, env: Readonly<Record<string, string>>): Promise<Part> {
  const port = await freePort();
  const script = path.join(root, 'launcher/dist/programs', `${workspace}.js`);
  const child = spawn(process.execPath, [script], {
    cwd: root,
    // Without this machine's own settings.
    env: { PATH: process.env.PATH, ...ownMarks(), PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      printed += text;
    });
  }
  const ended = once(child, 'close').then(() => {
    running.delete(child);
    return child.exitCode;
  });
  return {
    workspace,
    url: `http://127.0.0.1:${port}`,
    output: () => printed,
    ended,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** 0 without an answer. */
export const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    (response) => response.status,
    () => 0,
  );

/** Log lines of errors, except the gateway's retries of its subscription. */
export const errorsOf = (part: Part): readonly string[] =>
  part
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":50') && !line.includes('the subscription to the log failed'));

/** @throws Error with its output when it ends instead */
export async function isReady(part: Part): Promise<void> {
  const ready = expect
    .poll(() => statusOf(`${part.url}/readyz`), { interval: 100, message: part.workspace })
    .toBe(200);
  const over = part.ended.then((code) => {
    throw new Error(`${part.workspace} ended with ${code}:\n${part.output()}`);
  });
  await Promise.race([ready, over]);
}
