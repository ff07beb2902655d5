import type { Page } from 'playwright-core';
import * as v from 'valibot';

const keptSchema = v.array(v.object({ database: v.string(), text: v.string() }));

const readAll = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const kept = [];
  for (const { name } of await indexedDB.databases()) {
    const db = await done(indexedDB.open(name));
    const rows = [];
    for (const store of db.objectStoreNames) rows.push(...(await done(db.transaction(store).objectStore(store).getAll())));
    db.close();
    kept.push({ database: name, text: JSON.stringify(rows) });
  }
  return kept;
})()`;

/** Everything in the browser's databases of this site, as text. */
export async function keptOnDevice(page: Page): Promise<v.InferOutput<typeof keptSchema>> {
  return v.parse(keptSchema, await page.evaluate(readAll));
}

/** Names of the databases with members' messages. */
export async function messageDatabases(page: Page): Promise<string[]> {
  const names = v.parse(
    v.array(v.string()),
    await page.evaluate('indexedDB.databases().then((all) => all.map(({ name }) => name))'),
  );
  return names.filter((name) => name.startsWith('messages-of-'));
}

const findAll = `async (marks) => {
  const kept = await ${readAll};
  const texts = kept.map(({ database, text }) => ['database ' + database, text]);
  texts.push(['localStorage', JSON.stringify(localStorage)], ['sessionStorage', JSON.stringify(sessionStorage)]);
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      texts.push(['cache ' + name, request.url + (await (await cache.match(request)).text())]);
  }
  return texts.flatMap(([place, text]) => marks.filter((mark) => text.includes(mark)).map((mark) => place + ': ' + mark));
}`;

/** Where a page can read any of these texts: databases, storages and caches of this site. */
export async function tracesOnDevice(page: Page, marks: readonly string[]): Promise<string[]> {
  return v.parse(v.array(v.string()), await page.evaluate(`(${findAll})(${JSON.stringify(marks)})`));
}
