import { positionHeaders } from '@pmcw/contracts';
import { runningPostgresUrl } from '@pmcw/launcher/postgres';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, askAs, signUp, takeSessionOf } from './support/accounts.ts';
import { launchBrowser, openPerson } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { keptOnDevice } from './support/keptOnDevice.ts';
import { composer, messages } from './support/member.ts';

let instance: Instance;
let browser: Browser;
let lena: Account;
let omar: Account;
beforeAll(async () => {
  [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
  [lena, omar] = await Promise.all([signUp(instance.url, 'Lena Weber'), signUp(instance.url, 'Omar Haddad')]);
});
afterAll(async () => {
  await browser?.close();
  await instance?.remove();
});

async function openLena(expected: RegExp[] = []) {
  const person = await openPerson(browser, instance.url, expected);
  await takeSessionOf(person.context, instance.url, lena);
  return person;
}
const omarSays = (content: string) =>
  askAs(instance.url, omar, 'POST', '/api/messages', { receiverId: lena.id, content });

/** Makes the newest page of a thread report possible gaps the first time it is requested up to a position. */
async function lagOnce(page: Page, peerId: number): Promise<() => boolean> {
  let hasLagged = false;
  await page.route(
    ({ pathname }) => pathname === `/api/messages/${peerId}`,
    async (route) => {
      const isAskedFor = route.request().headers()[positionHeaders.minPosition] !== undefined;
      if (hasLagged || !isAskedFor) return route.continue();
      hasLagged = true;
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), [positionHeaders.lag]: '3' } });
    },
  );
  return () => hasLagged;
}

it('a thread whose newest page came from a lagging server is loaded to its start', async () => {
  await askAs(instance.url, lena, 'PATCH', `/api/messages/conversations/${omar.id}`, { isRequest: false });
  for (let n = 0; n < 120; n += 1) await omarSays(`Line ${n}.`);
  const { page, context, complaints } = await openLena();
  const hasLagged = await lagOnce(page, omar.id);
  await page.goto(`/messages?user=${omar.username}`);
  await messages(page, 'Line 119.').waitFor();
  await expect.poll(hasLagged).toBe(true);
  await messages(page, 'Line 119.').hover();
  const afterScrollingUp = async () => {
    await page.mouse.wheel(0, -10_000);
    return messages(page, 'Line 0.').count();
  };
  await expect.poll(afterScrollingUp).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

it('a message that arrives during the catch-up is announced', async () => {
  const { page, context, complaints } = await openLena();
  let isGreeted = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      const { type } = JSON.parse(String(frame));
      isGreeted ||= type === 'authenticated';
      if (type !== 'resumed') socket.send(frame);
    });
  });
  await page.goto('/messages');
  await composer(page).waitFor({ state: 'hidden' });
  await expect.poll(() => isGreeted).toBe(true);
  await omarSays('Just now.');
  await page.locator('[data-toasts] > li').filter({ hasText: 'Omar Haddad: Just now.' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

/** Lets a projector renew its lease but not write, until released. */
async function holdBackProjector(): Promise<{ release(): Promise<void> }> {
  const server = await runningPostgresUrl(instance.dataDir);
  if (server === null) throw new Error('The product runs without its PostgreSQL');
  const database = new URL(server);
  database.pathname = '/pmcw';
  const client = new pg.Client({ connectionString: database.href });
  // If this spec fails, the product ends first.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin; lock table projections.checkpoints in exclusive mode');
  return { release: () => client.end() };
}

it('a device ahead of a lagging server forgets nothing, and continues once it has caught up', async () => {
  const { page, context, complaints } = await openLena([/ApiError: 503/]);
  let mustFetch = false;
  let hasResumed = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const frame = JSON.parse(String(text));
      hasResumed ||= frame.type === 'resumed';
      const isLate = mustFetch && frame.type === 'resumed';
      socket.send(isLate ? JSON.stringify({ ...frame, type: 'resync' }) : text);
    });
  });
  const answers: number[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/messages/changes') answers.push(response.status());
  });
  await omarSays('Before.');
  await page.goto(`/messages?user=${omar.username}`);
  await messages(page, 'Before.').waitFor();
  await expect.poll(() => hasResumed).toBe(true);

  const { release } = await holdBackProjector();
  await omarSays('Seen on a socket.');
  await messages(page, 'Seen on a socket.').waitFor();
  mustFetch = true;
  await page.reload();
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(2);
  expect(new Set(answers)).toEqual(new Set([503]));
  const kept = JSON.stringify(await keptOnDevice(page));
  for (const text of ['Before.', 'Seen on a socket.']) expect(kept).toContain(text);

  await omarSays('Meanwhile.');
  await release();
  for (const text of ['Before.', 'Seen on a socket.', 'Meanwhile.']) await messages(page, text).waitFor();
  await expect.poll(() => answers.at(-1)).toBe(200);
  mustFetch = false;
  expect(complaints).toEqual([]);
  await context.close();
});
