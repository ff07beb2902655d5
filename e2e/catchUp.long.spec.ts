import type { Browser } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { messages, register } from './support/member.ts';
import { Messenger } from './support/messenger.ts';

const expected = [/ERR_INTERNET_DISCONNECTED|WebSocket connection|401 \(Unauthorized\)/];
const missed = 10_000;
/** Concurrent requests. */
const atOnce = 48;

let instance: Instance;
let browser: Browser;
let lena: Person;
let nils: Messenger;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
});
afterAll(async () => {
  nils?.close();
  await browser?.close();
  await instance?.remove();
});

/**
 * Sends the n-th message to the global chat, from 0; idempotent, so it may be repeated if a busy server answers late.
 */
async function tell(n: number): Promise<void> {
  const { status } = await nils.insist('POST', '/api/messages/global', {
    id: uuidv7(),
    content: `missed ${n}`,
  });
  expect([200, 201]).toContain(status);
}

/** The messages on the device, and whether each is there once and in order. */
const onDevice = `(async () => {
  const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
  const { name } = (await indexedDB.databases()).find(({ name }) => name.startsWith('messages-of-'));
  const db = await done(indexedDB.open(name));
  const rows = await done(db.transaction('messages').objectStore('messages').index('[conversation+order]').getAll());
  db.close();
  const texts = rows.map(({ content }) => content).filter((text) => text.startsWith('missed'));
  return { count: texts.length, distinct: new Set(texts).size };
})()`;

/** Records how long the page is blocked from now on: tasks over 50 ms, and the longest pause between two frames. */
const watchStandstill = `(() => {
  window.standstill = { longest: 0, tasks: 0, pause: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.standstill.tasks += 1;
      window.standstill.longest = Math.max(window.standstill.longest, duration);
    }
  }).observe({ type: 'longtask' });
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    window.standstill.pause = Math.max(window.standstill.pause, now - last);
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;
const standstillSchema = v.object({ longest: v.number(), tasks: v.number(), pause: v.number() });

it('ten thousand missed messages arrive in pages, each once, while the page stays responsive', async () => {
  lena = await openPerson(browser, instance.url, expected);
  await register(lena, 'Lena Weber', 'lena');
  const { page, context } = lena;
  nils = await Messenger.join(instance.url, 'nils');
  await nils.send('Before she left', null);
  await page.goto('/messages');
  await page.getByRole('button', { name: /^Global Chat/ }).click();
  await messages(page, 'Before she left').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await context.setOffline(true);

  let next = 0;
  const sender = async () => {
    while (next < missed) {
      next += 1;
      await tell(next - 1);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: atOnce }, sender));
  const sent = performance.now();
  await tell(missed);

  const pages: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/messages/changes')) pages.push(response.url());
  });
  await page.evaluate(watchStandstill);
  const from = performance.now();
  await context.setOffline(false);
  await messages(page, `missed ${missed}`).waitFor({ timeout: 120_000 });
  await expect
    .poll(() => page.evaluate(onDevice), { timeout: 120_000, interval: 500 })
    .toEqual({ count: missed + 1, distinct: missed + 1 });
  const took = performance.now() - from;
  const standstill = v.parse(standstillSchema, await page.evaluate('window.standstill'));
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  console.info(
    `${missed} messages sent in ${seconds(sent - begun)} s, caught up in ${seconds(took)} s and ${pages.length} pages: ` +
      `${standstill.tasks} tasks over 50 ms, the longest ${Math.round(standstill.longest)} ms, ` +
      `the longest pause between frames ${Math.round(standstill.pause)} ms`,
  );

  const searchFrom = performance.now();
  await page.getByRole('searchbox').fill('nowhere at all');
  await page.getByText('Nothing on this device matches “nowhere at all”.').waitFor({ timeout: 60_000 });
  const after = v.parse(standstillSchema, await page.evaluate('window.standstill'));
  console.info(
    `All of them searched in vain in ${Math.round(performance.now() - searchFrom)} ms, ` +
      `${after.tasks - standstill.tasks} tasks over 50 ms`,
  );
  expect(pages.length).toBeGreaterThanOrEqual(missed / 500);
  expect(lena.complaints).toEqual([]);
}, 480_000);
