import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { createInterface } from 'node:readline';
import { type Browser, chromium, type Page } from 'playwright-core';
import { launchBrowserServer } from '../../e2e/support/browser.ts';

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
const linesMost = 20;

/** Memory for large pages, and no shared memory, which containers limit to 64 MB. */
const limits = ['--disable-dev-shm-usage', '--js-flags=--max-old-space-size=4096'];

/** A browser that reports why it ended. */
export interface WatchedBrowser {
  readonly browser: Browser;
  /** Notes a crash of the page. */
  watch(page: Page): void;
  /** The last output of Chromium, how it ended, and the free memory. */
  report(): Promise<string>;
  close(): Promise<void>;
}

export async function launchWatched(): Promise<WatchedBrowser> {
  const server = await launchBrowserServer(limits);
  const lines: string[] = [];
  const note = (line: string) => {
    lines.push(line);
    if (lines.length > linesMost) lines.shift();
  };
  const { stderr } = server.process();
  if (stderr !== null) createInterface(stderr).on('line', note);
  server.process().once('exit', (code, signal) => note(`Chromium ended: code ${code}, signal ${signal}`));
  return {
    browser: await chromium.connect(server.wsEndpoint()),
    watch: (page) => void page.on('crash', () => note(`The page ${page.url()} crashed`)),
    async report() {
      const shared = await statfs('/dev/shm').catch(() => null);
      const room = shared === null ? 'none' : `${megabytes(shared.bavail * shared.bsize)} free`;
      const memory = `Memory: ${megabytes(freemem())} of ${megabytes(totalmem())} free; /dev/shm: ${room}.`;
      return [memory, 'Last output of Chromium:', ...lines].join('\n');
    },
    close: () => server.close(),
  };
}
