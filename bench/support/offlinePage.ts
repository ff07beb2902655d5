import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import * as v from 'valibot';
import { type Chat, outboxes, writing } from '../../e2e/support/device.ts';

const times = v.array(v.number());

/**
 * Writes messages into the open conversation of a page. Answers for each how long it took from Enter until its bubble stood in
 * the thread, which it does when it is kept; in milliseconds.
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

/** How long a bare `put` of a row takes with the same library in the same page, each for itself; in milliseconds. */
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

/** Resolves when the outbox of a page is empty. Answers how long it took, in milliseconds. */
export async function drained(page: Page): Promise<number> {
  const began = performance.now();
  while ((await outboxes(page)).length > 0) await page.waitForTimeout(100);
  return performance.now() - began;
}

/** Lets every page of a profile note when its thread could be read, and written into where there is a composer. */
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

/** Loads a page again. Answers after how many milliseconds its thread was usable. */
export async function reopened(page: Page, url?: string): Promise<number> {
  if (url === undefined) await page.reload({ waitUntil: 'commit' });
  else await page.goto(url, { waitUntil: 'commit' });
  return v.parse(v.number(), await page.evaluate('window.usableAt'));
}
