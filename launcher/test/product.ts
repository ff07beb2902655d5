import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auditFolder } from '@pmcw/notary';
import { createLogger, createRegistry, Opened } from '@pmcw/runtime';
import { freshDatabase } from '@pmcw/testing';
import { root } from '../src/places.ts';
import { type ProductOptions, startProduct } from '../src/product.ts';

/** The address that people type. */
export const publicUrl = 'http://localhost:8080';
/** Of the first administrator. */
export const adminPassword = 'the first password';

/** The whole product on a database of its own. */
export interface RunningProduct {
  readonly url: string;
  readonly port: number;
  /** What it has logged so far, at the level `trace`. */
  log(): Promise<string>;
  readonly databaseUrl: string;
  /** The key of its vault. */
  readonly masterKey: Buffer;
  /** Asks as a page of the site does. */
  ask(method: string, path: string, options?: Asked): Promise<Response>;
  stop(): Promise<void>;
}

/** What a request has beside its method and path. */
export interface Asked {
  readonly body?: unknown;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts the product as `npm start` does. */
export async function runProduct(options: Partial<ProductOptions> = {}): Promise<RunningProduct> {
  const database = await freshDatabase();
  const masterKey = randomBytes(32);
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-product-'));
  const logFile = path.join(folder, 'log');
  const file = await open(logFile, 'w');
  const logger = createLogger('trace', file.fd);
  const opened = new Opened();
  async function stop(): Promise<void> {
    await opened.close();
    await database.drop();
    await file.close();
    await rm(folder, { recursive: true });
  }
  const { port } = await startProduct(
    { opened, logger, registry: createRegistry() },
    {
      foundation: { DATABASE_URL: database.url, VAULT_KEY: masterKey },
      adminPassword,
      host: '127.0.0.1',
      port: 0,
      publicUrl,
      audit: auditFolder(path.join(folder, 'audit')),
      // Its index.html will do: nothing here asks for what a build adds.
      appFiles: path.join(root, 'pwa'),
      production: true,
      rateLimits: 'on',
      ...options,
    },
  ).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    log: () => readFile(logFile, 'utf8'),
    databaseUrl: database.url,
    masterKey,
    ask: (method, where, { body, cookie, headers = {} } = {}) =>
      fetch(url + where, {
        method,
        headers: {
          origin: options.publicUrl ?? publicUrl,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(cookie === undefined ? {} : { cookie }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    stop,
  };
}

/** The cookies that an answer sets, as a browser sends them back. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

/** A body that registers. */
export const registration = (username: string) => ({
  fullName: `${username} of the specs`,
  username,
  email: `${username}@example.org`,
  telegramHandle: '',
  userType: 'General User',
  password: 'correct horse',
});
