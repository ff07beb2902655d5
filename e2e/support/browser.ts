import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { askPage } from './witnesses.ts';

const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Chromium without its own window: pages are the same in it, and take a third less time. */
const withoutWindow = ['/usr/bin/chromium-headless-shell', ...whole];

/** A microphone that beeps, which every page may use. */
export const withMicrophone = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

/** The Chromium of this machine, without the background chatter that a closed network would refuse. */
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

/** A browser for several people. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch(chromiumHere(withoutWindow, more));
}

/** As `launchBrowser`, where scroll bars take room in the page, as on most desktops. */
export function launchWithScrollBars(): Promise<Browser> {
  return chromium.launch({ ...chromiumHere(withoutWindow), ignoreDefaultArgs: ['--hide-scrollbars'] });
}

/** As `launchBrowser`, for what a browser does outside of its pages: notifications. */
export function launchWholeBrowser(): Promise<Browser> {
  return chromium.launch(chromiumHere(whole));
}

/** A person at a browser of their own, with what their pages complained about. */
export interface Person {
  /** Of the instance that they visit. */
  readonly url: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors and warnings, breaches of the content policy, uncaught errors and requests to other origins so far. */
  readonly complaints: readonly string[];
}

/** Without motion, unless it is what is looked at: each dialog that is not waited for spares a third of the work of drawing. */
const settingsOf = (url: string) => ({
  baseURL: url,
  viewport: { width: 1280, height: 860 },
  reducedMotion: 'reduce' as const,
});

/** A page that is left, or signed out, while its socket is being opened; Chromium says so as of a failure. */
const leftWhileConnecting =
  /WebSocket is closed before the connection is established|HTTP Authentication failed/;

/** For specs of what the service worker does. */
export const withWorker = { serviceWorkers: 'allow' } as const;

/**
 * Opens a browser profile of its own on an instance. `expected` are complaints that a test provokes. It is a browser
 * without service workers, unless `withWorker`: to put the whole app on the device takes as long as most of what is
 * looked at.
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

/** As `openPerson`, in a browser whose profile is kept in a folder: closed and opened again, it goes on. */
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
  const page = await context.newPage();
  askPage(page);
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (![leftWhileConnecting, ...expected].some((pattern) => pattern.test(text))) complaints.push(text);
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
