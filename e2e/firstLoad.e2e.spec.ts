import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPerson } from './support/browser.ts';
import { buildEmptyApp } from './support/emptyApp.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { composer, register } from './support/member.ts';

/** A screen, and its budget before it can be used. */
interface Screen {
  readonly path: string;
  readonly who: 'visitor' | 'member';
  /** Its main control, or its main data: when visible, the screen counts as usable. */
  readonly shows: { readonly selector: string; readonly text: RegExp };
  /** Uses the screen, and waits for the result. */
  readonly use: (page: Page) => Promise<unknown>;
  /** Limits as multiples of an empty page's bytes: until it can be used, and for everything fetched afterwards. */
  readonly most: { readonly usable: number; readonly later: number };
}

/** A script that a page fetched, and its gzipped size in bytes. */
interface Script {
  readonly name: string;
  readonly bytes: number;
}

interface FetchedScript extends Script {
  readonly url: string;
}

/** Of a page with an empty cache and no input: its scripts, and the animations that never end. */
interface FirstLoad {
  readonly usable: readonly Script[];
  readonly later: readonly Script[];
  readonly endless: readonly string[];
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

const screens: readonly Screen[] = [
  {
    path: '/',
    who: 'visitor',
    shows: { selector: 'main a[href="/auth"]', text: /Get your profile/ },
    use: async (page) => {
      await link(page, 'Get your profile').click();
      await page.waitForURL('/auth');
    },
    most: { usable: 1.4, later: 0.3 },
  },
  {
    path: '/messages',
    who: 'visitor',
    shows: { selector: 'main a[href="/auth"]', text: /Go to Login/ },
    use: async (page) => {
      await link(page, 'Go to Login').click();
      await page.waitForURL('/auth');
    },
    most: { usable: 1.4, later: 0.3 },
  },
  {
    path: '/',
    who: 'member',
    shows: { selector: 'main a[href="/dashboard/profile"]', text: /Get your profile/ },
    use: async (page) => {
      await link(page, 'Get your profile').click();
      await page.waitForURL('/dashboard/profile');
    },
    most: { usable: 1.4, later: 1 },
  },
  // Messages are read from the device's database.
  {
    path: '/messages',
    who: 'member',
    shows: { selector: 'main button', text: /Global Chat/ },
    use: async (page) => {
      await page.getByRole('button', { name: /^Global Chat/ }).click();
      await composer(page).waitFor();
    },
    most: { usable: 1.9, later: 0.5 },
  },
  {
    path: '/directory',
    who: 'visitor',
    shows: { selector: 'main li', text: /Lena Weber/ },
    use: async (page) => {
      await page.getByRole('searchbox').fill('nobody of this name');
      await page.getByText('No profiles found').waitFor();
    },
    most: { usable: 1.5, later: 0.5 },
  },
  {
    path: '/lena',
    who: 'visitor',
    shows: { selector: 'main h1', text: /Lena Weber/ },
    use: async (page) => {
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
    most: { usable: 1.5, later: 0.5 },
  },
];

/** Script that marks the first frame with an element. */
const markUsable = ({ selector, text }: Screen['shows']) => `{
  const isSeen = () => [...document.querySelectorAll(${JSON.stringify(selector)})]
    .some((element) => ${text}.test(element.textContent) && element.checkVisibility());
  const look = () => (isSeen() ? performance.mark('usable') : requestAnimationFrame(look));
  look();
}`;

/** Milliseconds since the page started. */
const timelineSchema = v.object({
  usableAt: v.number(),
  laterAt: v.number(),
  files: v.array(v.object({ name: v.string(), startTime: v.number() })),
});
const timeline = `({
  usableAt: performance.getEntriesByName('usable')[0]?.startTime,
  laterAt: performance.getEntriesByName('later')[0]?.startTime,
  files: performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
})`;

/** The app has started to load what can wait. */
const hasComeLater = `performance.getEntriesByName('later').length > 0`;
/** Animations that never end take battery, and distract. */
const endlessMotion = `document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime === Infinity)
  .map(({ animationName, effect }) => animationName + ' of ' + effect.target?.outerHTML.slice(0, 160))`;
const idle = `new Promise((resolve) =>
  requestAnimationFrame(() => requestIdleCallback(() => resolve(true))))`;

/** Waits until several consecutive idle periods have requested nothing more. */
async function allOf<T>(page: Page, scripts: readonly Promise<T>[]): Promise<readonly T[]> {
  for (let calm = 0, before = -1; calm < 20; calm = scripts.length === before ? calm + 1 : 0) {
    before = scripts.length;
    await Promise.all(scripts);
    await page.evaluate(idle);
  }
  return Promise.all(scripts);
}

const gzipped = (body: Buffer) => gzipSync(body, { level: 9 }).length;

/** Requested again, because the browser has no response body for a worker that has ended. */
async function weighed(request: Request, name: string): Promise<FetchedScript> {
  const url = request.url();
  const body = Buffer.from(await (await fetch(url)).arrayBuffer());
  return { url, name, bytes: gzipped(body) };
}

/**
 * Null if the machine was so slow that the app's deadline passed, and it loaded what can wait before the screen was
 * complete.
 */
async function firstLoad(context: BrowserContext, { path, shows }: Screen): Promise<FirstLoad | null> {
  const page = await context.newPage();
  const scripts: Promise<FetchedScript>[] = [];
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname;
    if (name.endsWith('.js')) scripts.push(weighed(request, name));
  });
  await page.addInitScript({ content: markUsable(shows) });
  await page.goto(path);
  await page.locator(shows.selector, { hasText: shows.text }).first().waitFor();
  await expect.poll(() => page.evaluate(hasComeLater), { timeout: 60_000 }).toBe(true);
  const fetched = await allOf(page, scripts);
  const { usableAt, laterAt, files } = v.parse(timelineSchema, await page.evaluate(timeline));
  const endless = v.parse(v.array(v.string()), await page.evaluate(endlessMotion));
  const early = new Set(files.filter(({ startTime }) => startTime <= usableAt).map(({ name }) => name));
  await page.close();
  if (laterAt < usableAt) return null;
  return {
    usable: fetched.filter(({ url }) => early.has(url)),
    later: fetched.filter(({ url }) => !early.has(url)),
    endless,
  };
}

/** The first load within the app's deadline, each attempt with an empty cache. */
async function patientLoad(open: () => Promise<BrowserContext>, screen: Screen): Promise<FirstLoad> {
  const context = await open();
  const load = await firstLoad(context, screen);
  await context.close();
  return load ?? patientLoad(open, screen);
}

/** Uses a screen without the scripts that come later: if it needed them, its budget would be wrong. */
async function useWithout(context: BrowserContext, screen: Screen, later: readonly Script[]): Promise<void> {
  const page = await context.newPage();
  const missing = new Set(later.map(({ name }) => name));
  await page.route(
    ({ pathname }) => missing.has(pathname),
    (route) => route.abort(),
  );
  await page.goto(screen.path);
  await screen.use(page);
  await page.close();
}

const bytesOf = (scripts: readonly Script[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

/** Lists the chunks for a failure, largest first. */
const listed = (scripts: readonly Script[]) =>
  [...scripts]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `${bytes} ${name}`)
    .join('\n');

describe('A first load, before any input, ends its motion, and its gzipped JavaScript', () => {
  let instance: Instance;
  let browser: Browser;
  let emptyBytes: number;
  let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
  beforeAll(async () => {
    [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
    const empty = await buildEmptyApp();
    emptyBytes = [...empty].reduce(
      (sum, [at, { body }]) => sum + (at.endsWith('.js') ? gzipped(body) : 0),
      0,
    );
    const member = await openPerson(browser, instance.url);
    await register(member, 'Lena Weber', 'lena');
    signedIn = await member.context.storageState();
    await member.context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await instance?.remove();
  });

  const openContext = ({ who }: Screen) =>
    browser.newContext({
      baseURL: instance.url,
      // The worker would fetch the whole shell in the background.
      serviceWorkers: 'block',
      ...(who === 'member' ? { storageState: signedIn } : {}),
    });

  it.each(screens)(
    'of $path for a $who is at most $most.usable times that of an empty page until it can be used',
    async (screen) => {
      const { path, who, most } = screen;
      const { usable, later, endless } = await patientLoad(() => openContext(screen), screen);
      console.info(
        `${path} ${who}: ${bytesOf(usable)} bytes in ${usable.length} scripts (${(bytesOf(usable) / emptyBytes).toFixed(3)} × ${emptyBytes}), later ${bytesOf(later)} in ${later.length}`,
      );
      const anew = await openContext(screen);
      await useWithout(anew, screen, later);
      await anew.close();
      expect(endless).toEqual([]);
      expect(usable.length).toBeGreaterThan(1);
      expect(bytesOf(usable), listed(usable)).toBeLessThanOrEqual(most.usable * emptyBytes);
      expect(bytesOf(later), listed(later)).toBeLessThanOrEqual(most.later * emptyBytes);
    },
  );
});
