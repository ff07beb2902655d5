import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@pmcw/testing';
import type { Page } from 'playwright-core';
import { createServer } from 'vite';

/** The app as it is developed, which is the only one that has `/styleguide`; without any server behind it. */
export interface DevelopedApp {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts it on the sources. */
export async function startDevelopedApp(): Promise<DevelopedApp> {
  const cacheDir = await mkdtemp(path.join(tmpdir(), 'pmcw-vite-'));
  const server = await createServer({
    root: path.join(import.meta.dirname, '..', '..', 'pwa'),
    configFile: path.join(import.meta.dirname, '..', '..', 'pwa', 'vite.config.ts'),
    cacheDir,
    logLevel: 'error',
    server: { port: await freePort(), strictPort: true, host: 'localhost', hmr: false, watch: null },
  });
  await server.listen();
  const { port } = server.config.server;
  return {
    url: `http://localhost:${port}`,
    async close() {
      await server.close();
      await rm(cacheDir, { recursive: true, force: true });
    },
  };
}

/** Any moment; the page has an hour to get ready before its clock stops. */
const openedAt = new Date('2026-03-12T12:00:00Z');

/** Opens the styleguide as a visitor, its clock in the hands of the test: nothing moves unless `page.clock` does. */
export async function openStyleguide(page: Page, url: string): Promise<void> {
  await page.clock.install({ time: openedAt });
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/'),
    (route) => route.fulfill({ status: 401, body: '' }),
  );
  // Never answered: what waits for it waits for ever.
  await page.route('**/styleguide-slow.png', () => undefined);
  await page.goto(`${url}/styleguide`);
  await page.getByRole('heading', { name: 'Styleguide' }).waitFor();
  // What shows toasts comes with the first one.
  await page.getByRole('button', { name: 'Success toast' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.locator('[data-toasts] > li').waitFor({ state: 'detached' });
  await page.clock.pauseAt(openedAt.getTime() + 60 * 60_000);
}
