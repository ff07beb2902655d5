import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@pmcw/testing';
import type { Page } from 'playwright-core';
import { createServer } from 'vite';

/** The development build, the only one with `/styleguide`, without a server. */
export interface DevelopedApp {
  readonly url: string;
  close(): Promise<void>;
}

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

/** Opens the styleguide as a visitor, with its clock under the spec's control: nothing moves without `page.clock`. */
export async function openStyleguide(page: Page, url: string): Promise<void> {
  await page.clock.install({ time: openedAt });
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/'),
    (route) => route.fulfill({ status: 401, contentType: 'application/problem+json', body: '' }),
  );
  // Never answered, so that its placeholder stays.
  await page.route('**/styleguide-slow.png', () => undefined);
  await page.goto(`${url}/styleguide`);
  await page.getByRole('heading', { name: 'Styleguide' }).waitFor();
  // The toast region is loaded with the first toast.
  await page.getByRole('button', { name: 'Success toast' }).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.locator('[data-toasts] > li').waitFor({ state: 'detached' });
  await page.clock.pauseAt(openedAt.getTime() + 60 * 60_000);
}
