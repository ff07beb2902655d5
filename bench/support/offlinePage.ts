import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import * as v from 'valibot';
import { type Chat, writing } from '../../e2e/support/device.ts';

const times = v.array(v.number());

const enqueuedSchema = v.object({ shown: times, kept: times });
type Enqueued = v.InferOutput<typeof enqueuedSchema>;

/**
 * Writes messages into the open conversation. Returns for each the milliseconds from Enter until its bubble was in the
 * thread, and until it was stored.
 */
export async function enqueueTimes(page: Page, chat: Chat, texts: readonly string[]): Promise<Enqueued> {
  const script = `(async () => {
    ${writing(chat)}
    const took = { shown: [], kept: [] };
    for (const text of ${JSON.stringify(texts)}) {
      await write(text);
      const began = performance.now();
      enter();
      await shown(text);
      took.shown.push(performance.now() - began);
      await bubbleOf(text);
      took.kept.push(performance.now() - began);
    }
    return took;
  })()`;
  return v.parse(enqueuedSchema, await page.evaluate(script));
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

/** Resolves when the newest message of the open thread has this text and the mark of one that was sent. */
export async function untilSent(page: Page, text: string): Promise<void> {
  // Not `waitForFunction`: the page's policy forbids evaluating text.
  await page.evaluate(`new Promise((resolve) => {
    const isSent = () => {
      const newest = [...document.querySelectorAll('[data-message]')].at(-1);
      return newest?.textContent.includes(${JSON.stringify(text)}) === true
        && newest.querySelector('[title="Sent"], [title="Seen"]') !== null;
    };
    const look = () => isSent() ? resolve(null) : setTimeout(look, 20);
    look();
  })`);
}

/** Makes pages record when their thread is readable, and writable, and when their list is on screen and complete. */
export async function noteUsable(context: BrowserContext, conversations: number): Promise<void> {
  await context.addInitScript(`(() => {
    const when = (isThere) => new Promise((resolve) => {
      const look = () => {
        if (!isThere()) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now()));
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, attributes: true });
    });
    window.usableAt = when(() => document.querySelector('[data-message]') && document.querySelector('textarea'));
    window.listedAt = when(() => document.querySelectorAll('#conversations-list li').length >= ${Math.min(conversations, 10)});
    window.wholeAt = when(() =>
      Number(document.querySelector('#conversations-list li')?.getAttribute('aria-setsize')) >= ${conversations});
  })()`);
}

/** Loads an address. Returns the milliseconds until its thread was usable. */
export async function opened(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  return v.parse(v.number(), await page.evaluate('window.usableAt'));
}

/** Loads an address. Returns the milliseconds until conversations were on screen, and until the list had all. */
export async function listed(page: Page, url: string): Promise<Listed> {
  await page.goto(url, { waitUntil: 'commit' });
  const times = '(async () => ({ first: await window.listedAt, all: await window.wholeAt }))()';
  return v.parse(listedSchema, await page.evaluate(times));
}

const listedSchema = v.object({ first: v.number(), all: v.number() });
type Listed = v.InferOutput<typeof listedSchema>;

/** Resolves when the device has noted that it has the whole list, and fetches only its first page from then on. */
export async function untilListNoted(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const answerOf = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const [{ name }] = (await indexedDB.databases()).filter(({ name }) => name.startsWith('messages-of-'));
    const db = await answerOf(indexedDB.open(name));
    const isNoted = async () =>
      (await answerOf(db.transaction('sync').objectStore('sync').get('cursor')))?.wholeListAt !== undefined;
    while (!(await isNoted())) await new Promise((resolve) => setTimeout(resolve, 100));
    db.close();
  })()`);
}
