import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { askPage } from './witnesses.ts';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The Chromium of this machine, without the background chatter that a closed network would refuse. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = candidates.find((file) => file !== undefined && existsSync(file));
  if (executablePath === undefined)
    throw new Error('Chromium is missing: apt-get install chromium, or set CHROMIUM_PATH');
  return chromium.launch({
    executablePath,
    timeout: 120_000,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
    ],
  });
}

/** A person at a browser of their own, with what their pages complained about. */
export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors, uncaught errors and requests to other origins so far. */
  readonly complaints: readonly string[];
}

/** Opens a browser profile of its own on an instance. `expected` are complaints that a test provokes. */
export async function openPerson(browser: Browser, url: string, expected: RegExp[] = []): Promise<Person> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 860 } });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  askPage(page);
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complain(String(error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && origin.replace(/^ws/, 'http') !== url)
      complain(`left the site: ${request.url()}`);
  });
  return { context, page, complaints };
}
