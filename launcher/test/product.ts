import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auditFolder } from '@pmcw/notary';
import { createLogger, createRegistry, Opened } from '@pmcw/runtime';
import { freshDatabase } from '@pmcw/testing';
import { Front } from '../src/front/front.ts';
import { root } from '../src/places.ts';
import { type ProductOptions, startProduct } from '../src/product.ts';

/** The address that people type. */
export const publicUrl = 'http://localhost:8080';
export const adminPassword = 'the first password';

/** The whole product on its own database. */
export interface RunningProduct {
  readonly url: string;
  readonly port: number;
  /** Its log so far, at level `trace`. */
  log(): Promise<string>;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  /** Sends a request like a page of the site. */
  ask(method: string, path: string, options?: Asked): Promise<Response>;
  stop(): Promise<void>;
}

/** Options of a request. */
export interface Asked {
  readonly body?: unknown;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts the product like `npm start`. */
export async function runProduct({
  port = 0,
  ...options
}: Partial<ProductOptions> & { readonly port?: number } = {}): Promise<RunningProduct> {
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
  const registry = createRegistry();
  const { trustProxy } = options;
  const site = { publicUrl: options.publicUrl ?? publicUrl, trustProxy };
  const front = await Front.open({ host: '127.0.0.1', port, ...site, logger, registry });
  opened.add(() => front.close());
  await startProduct(
    { opened, logger, registry },
    {
      foundation: { DATABASE_URL: database.url, VAULT_KEY: masterKey },
      firstAdminPassword: async () => adminPassword,
      front,
      publicUrl,
      audit: auditFolder(path.join(folder, 'audit')),
      // Any index.html will do: nothing here needs a build.
      appFiles: path.join(root, 'pwa'),
      production: true,
      rateLimits: 'on',
      shedsLoad: false,
      ...options,
    },
  ).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const url = `http://127.0.0.1:${front.port}`;
  return {
    url,
    port: front.port,
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

/** As a browser sends them back. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

export const registration = (username: string) => ({
  fullName: `${username} of the specs`,
  username,
  email: `${username}@example.org`,
  telegramHandle: '',
  userType: 'General User',
  password: 'correct horse',
});
