import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { freePort } from '@pmcw/testing';
import { vi } from 'vitest';

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** A request to the proxy; the path is sent exactly as given. */
export interface Question {
  readonly method?: string;
  readonly path: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: Buffer;
}

export interface Caddy {
  ask(question: Question): Promise<Answer>;
  /** Like `ask`, without TLS. */
  askPlainly(question: Question): Promise<Answer>;
  /** Resolves with the socket when the other side has accepted the upgrade. */
  upgrade(path: string): Promise<Duplex>;
  log(): string;
  stop(): Promise<void>;
}

async function answerOf(request: http.ClientRequest, body?: Buffer): Promise<Answer> {
  const answered = once(request, 'response');
  // An answer may come before the whole body is sent; later failures to send don't matter.
  answered.then(() => request.on('error', () => undefined)).catch(() => undefined);
  request.end(body);
  const [response]: http.IncomingMessage[] = await answered;
  if (response === undefined) throw new Error('No answer');
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).toString('latin1'),
  };
}

/**
 * Runs Caddy on loopback with a Caddyfile and its variables, and waits until it answers.
 * @throws with Caddy's output if it ends or does not answer within a minute
 */
export async function startCaddy(caddyfile: string, variables: Record<string, string>): Promise<Caddy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-caddy-'));
  const [plain, secure, admin] = await Promise.all([freePort(), freePort(), freePort()]);
  const child = spawn('caddy', ['run', '--config', caddyfile, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      PMCW_CADDY_ADMIN: `127.0.0.1:${admin}`,
      PMCW_HTTP_PORT: String(plain),
      PMCW_HTTPS_PORT: String(secure),
      ...variables,
    },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
  }
  const ended = once(child, 'exit');
  // `stop` awaits it, too.
  ended.catch(() => undefined);
  let ca = Buffer.alloc(0);
  const common = ({ method = 'GET', path: target, headers }: Question) => ({
    host: '127.0.0.1',
    method,
    path: target,
    headers: { host: `localhost:${secure}`, ...headers },
  });
  const open = (question: Question) =>
    https.request({ ...common(question), port: secure, servername: 'localhost', ca, agent: false });
  const ask = (question: Question) => answerOf(open(question), question.body);

  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await vi.waitFor(
      async () => {
        if (child.exitCode !== null) throw new Error('Caddy ended');
        ca = await readFile(path.join(folder, 'caddy/pki/authorities/local/root.crt'));
        await ask({ path: '/healthz' });
      },
      { timeout: 60_000, interval: 50 },
    );
  } catch (error) {
    await stop();
    throw new Error(`Caddy does not answer. It wrote:\n${log}`, { cause: error });
  }
  return {
    ask,
    askPlainly: (question) =>
      answerOf(http.request({ ...common(question), port: plain, agent: false }), question.body),
    upgrade: (target) =>
      new Promise((resolve, reject) => {
        const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
        const key = { 'sec-websocket-key': Buffer.alloc(16).toString('base64') };
        const request = open({ path: target, headers: { ...headers, ...key } });
        request.once('upgrade', (_response, socket) => resolve(socket));
        request.once('response', ({ statusCode }) => reject(new Error(`The upgrade got ${statusCode}`)));
        request.once('error', reject);
        request.end();
      }),
    log: () => log,
    stop,
  };
}
