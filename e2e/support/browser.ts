import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Page,
} from 'playwright-core';
import { makePatient } from './api.ts';
import { askPage } from './witnesses.ts';

const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Windowless Chromium: its pages are the same, and take a third less time. */
const withoutWindow = ['/usr/bin/chromium-headless-shell', ...whole];

/** A microphone that beeps, allowed for every page. */
export const withMicrophone = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

/** This machine's Chromium, without background requests, which a closed network would refuse. */
function chromiumHere(candidates: readonly string[], more: readonly string[] = []) {
  const executablePath = process.env.CHROMIUM_PATH ?? candidates.find((file) => existsSync(file));
  if (executablePath === undefined)
    throw new Error('Chromium is missing: apt-get install chromium, or set CHROMIUM_PATH');
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    ...more,
  ];
  return { executablePath, args, timeout: 120_000 };
}

export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch(chromiumHere(withoutWindow, more));
}

/** Like `launchBrowser`, in a process that the caller can watch. */
export function launchBrowserServer(more: readonly string[]): Promise<BrowserServer> {
  return chromium.launchServer(chromiumHere(withoutWindow, more));
}

/** Like `launchBrowser`, with scroll bars that take room in the page, as on most desktops. */
export function launchWithScrollBars(): Promise<Browser> {
  return chromium.launch({ ...chromiumHere(withoutWindow), ignoreDefaultArgs: ['--hide-scrollbars'] });
}

/** Like `launchBrowser`, with features outside of pages: notifications. */
export function launchWholeBrowser(): Promise<Browser> {
  return chromium.launch(chromiumHere(whole));
}

/** A person at a browser of their own, with the complaints of their pages. */
export interface Person {
  /** The instance that they visit. */
  readonly url: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors and warnings, content policy violations, uncaught errors and requests to other origins so far. */
  readonly complaints: readonly string[];
}

/** Without animations, unless a spec is about them: drawing takes a third longer with them. */
const settingsOf = (url: string) => ({
  baseURL: url,
  viewport: { width: 1280, height: 860 },
  reducedMotion: 'reduce' as const,
});

/** Chromium reports a failure if a page is left, or signed out, while its socket opens. */
const leftWhileConnecting =
  /WebSocket is closed before the connection is established|HTTP Authentication failed/;

/** On a busy machine the product may refuse a request for now; the page asks again, and specs check what it shows. */
const refusedForNow = /503 \(Service Unavailable\) \(\S+\/api\//;

/** On a busy machine the app starts after the three seconds that Chromium gives it to use what the page preloads. */
const startsLate = /was preloaded using link preload but not used within a few seconds/;

/** For specs about the service worker. */
export const withWorker = { serviceWorkers: 'allow' } as const;

/**
 * Opens a new browser profile on an instance, without service workers unless `withWorker`: storing the whole app on the
 * device takes as long as most specs. `expected` are complaints that a spec provokes.
 */
export async function openPerson(
  browser: Browser,
  url: string,
  expected: RegExp[] = [],
  more: BrowserContextOptions = {},
): Promise<Person> {
  const context = await browser.newContext({ ...settingsOf(url), ...more });
  if (more.serviceWorkers !== 'allow')
    await context.addInitScript('delete Navigator.prototype.serviceWorker');
  return personAt(context, url, expected);
}

/** Like `openPerson`, with a profile in a folder, which survives closing the browser. */
export async function openProfile(
  folder: string,
  url: string,
  expected: RegExp[] = [],
  more: readonly string[] = [],
): Promise<Person> {
  const settings = { ...chromiumHere(withoutWindow, more), ...settingsOf(url) };
  return personAt(await chromium.launchPersistentContext(folder, settings), url, expected);
}

async function personAt(context: BrowserContext, url: string, expected: RegExp[]): Promise<Person> {
  context.setDefaultTimeout(60_000);
  makePatient(context.request);
  const page = await context.newPage();
  askPage(page);
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (![leftWhileConnecting, refusedForNow, startsLate, ...expected].some((pattern) => pattern.test(text)))
      complaints.push(text);
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complain(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complain(String(error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && origin.replace(/^ws/, 'http') !== url)
      complain(`left the site: ${request.url()}`);
  });
  return { url, context, page, complaints };
}
