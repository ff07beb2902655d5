import type { BrowserContext, Page } from 'playwright-core';
import * as v from 'valibot';

const countsSchema = v.object({ requests: v.number(), transactions: v.number() });
/** Uses of IndexedDB. */
export type Counts = v.InferOutput<typeof countsSchema>;

/** Makes pages count their requests to IndexedDB, and its transactions. */
export async function countDatabase(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(() => {
    const counts = (window.databaseCounts = { requests: 0, transactions: 0 });
    const count = (kind, owner, names) => {
      for (const name of names) {
        const original = owner.prototype[name];
        if (original === undefined) continue;
        owner.prototype[name] = function (...args) {
          counts[kind] += 1;
          return original.apply(this, args);
        };
      }
    };
    const reads = ['get', 'getKey', 'getAll', 'getAllKeys', 'getAllRecords', 'count', 'openCursor', 'openKeyCursor'];
    count('transactions', IDBDatabase, ['transaction']);
    count('requests', IDBObjectStore, [...reads, 'put', 'add', 'delete', 'clear']);
    count('requests', IDBIndex, reads);
    count('requests', IDBCursor, ['continue', 'continuePrimaryKey', 'advance', 'update', 'delete']);
  })()`);
}

export async function databaseCounts(page: Page): Promise<Counts> {
  return v.parse(countsSchema, await page.evaluate('({ ...window.databaseCounts })'));
}
