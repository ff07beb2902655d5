import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import * as v from 'valibot';
import { type Chat, outboxes, writing } from '../../e2e/support/device.ts';

const times = v.array(v.number());

/**
 * Writes messages into the open conversation. Returns for each the milliseconds from Enter until its bubble was in the
 * thread, which means that it is stored.
 */
export async function enqueueTimes(page: Page, chat: Chat, texts: readonly string[]): Promise<number[]> {
  const script = `(async () => {
    ${writing(chat)}
    const took = [];
    for (const text of ${JSON.stringify(texts)}) {
      await write(text);
      const began = performance.now();
      enter();
      await bubbleOf(text);
      took.push(performance.now() - began);
    }
    return took;
  })()`;
  return v.parse(times, await page.evaluate(script));
}

/** Returns the milliseconds of bare `put`s of a row with the same library in the same page. */
export async function barePutTimes(page: Page, texts: readonly string[]): Promise<number[]> {
  const require = createRequire(new URL('../../pwa/package.json', import.meta.url));
  const dexie = require.resolve('dexie').replace(/dexie\.m?js$/, 'dexie.min.js');
  await page.evaluate(await readFile(dexie, 'utf8'));
  const script = `(async () => {
    const db = new Dexie('bare');
    db.version(1).stores({ rows: '++seq, &id' });
    const took = [];
    for (const content of ${JSON.stringify(texts)}) {
      const began = performance.now();
      await db.table('rows').put({ id: crypto.randomUUID(), content });
      took.push(performance.now() - began);
    }
    await db.delete();
    return took;
  })()`;
  return v.parse(times, await page.evaluate(script));
}

/** Resolves when the outbox of a page is empty. Returns the milliseconds that it took. */
export async function drained(page: Page): Promise<number> {
  const began = performance.now();
  while ((await outboxes(page)).length > 0) await page.waitForTimeout(100);
  return performance.now() - began;
}

/** Makes every page of a profile record when its thread is readable, and writable if there is a composer. */
export async function noteUsable(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(() => {
    const isThere = () => document.querySelector('[data-message]') && document.querySelector('textarea');
    window.usableAt = new Promise((resolve) => {
      const look = () => {
        if (!isThere()) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now()));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true });
    });
  })()`);
}

/** Loads a page again. Returns the milliseconds until its thread was usable. */
export async function reopened(page: Page, url?: string): Promise<number> {
  if (url === undefined) await page.reload({ waitUntil: 'commit' });
  else await page.goto(url, { waitUntil: 'commit' });
  return v.parse(v.number(), await page.evaluate('window.usableAt'));
}
