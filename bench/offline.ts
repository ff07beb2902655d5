import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { type Account, signUp, takeSessionOf } from '../e2e/support/accounts.ts';
import { launchBrowser } from '../e2e/support/browser.ts';
import type { Chat } from '../e2e/support/device.ts';
import { type Instance, startInstance } from '../e2e/support/instance.ts';
import { composer } from '../e2e/support/member.ts';
import { Messenger } from '../e2e/support/messenger.ts';
import { startBar } from './support/bar.ts';
import { describeMachine } from './support/machine.ts';
import { barePutTimes, drained, enqueueTimes, noteUsable, reopened } from './support/offlinePage.ts';
import { median } from './support/rounds.ts';

/**
 * Costs of being offline, in real Chromium on the built product: storing a message that can't be sent, compared with a
 * bare `put` in the same page; sending a queue, compared with a Node client that sends as many over the same socket,
 * one after the other; opening the app again without a network, compared with opening it online and with plain HTML of
 * the same thread. Needs a build and Chromium.
 *
 * npm run offline -w bench -- --messages 1000 --rounds 10
 */
const { values } = parseArgs({
  options: { messages: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '10' } },
});
const messages = Number(values.messages);
const rounds = Number(values.rounds);

/** A member at a browser, in a conversation. */
interface Desk {
  readonly browser: Browser;
  readonly account: Account;
  readonly peer: Account;
  readonly chat: Chat;
}

function percentile(measured: readonly number[], of: number): number {
  const sorted = measured.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN;
}

const rounded = (value: number) => Number(value.toFixed(1));
const numbered = (what: string, count: number) => Array.from({ length: count }, (_, n) => `${what} ${n};`);

async function openDesk({ url }: Instance): Promise<Desk> {
  const [browser, account, peer] = await Promise.all([
    launchBrowser(),
    signUp(url, 'Lena Weber'),
    signUp(url, 'Omar Haddad'),
  ]);
  return { browser, account, peer, chat: { key: `member:${peer.id}`, name: peer.fullName } };
}

async function openThread({ url }: Instance, { browser, account, peer }: Desk) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 860 } });
  await noteUsable(context);
  await takeSessionOf(context, url, account);
  const page = await context.newPage();
  await page.goto(`/messages?user=${peer.username}`);
  await composer(page).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  return { context, page };
}

/** Serves the same thread as a page without scripts, from a server that does nothing else. */
async function servePlain(html: string) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  }).listen(0);
  await once(server, 'listening');
  return { url: `http://localhost:${portOf(server.address())}/`, close: () => server.close() };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

/** Times of each way to open the thread, round by round. */
interface Opened {
  readonly offline: number[];
  readonly online: number[];
  readonly plain: number[];
}

/** Opens the thread in turns: online, as plain HTML, and offline. */
async function reopenInTurns(page: Page, onRound: () => void): Promise<Opened> {
  const context = page.context();
  const html = await page.content();
  const plain = await servePlain(html.replace(/<script[\s\S]*?<\/script>|<link[^>]*>/g, ''));
  const plainPage = await context.newPage();
  const opened: Opened = { offline: [], online: [], plain: [] };
  for (let round = 0; round < rounds; round += 1) {
    opened.online.push(await reopened(page));
    opened.plain.push(await reopened(plainPage, plain.url));
    await context.setOffline(true);
    opened.offline.push(await reopened(page));
    await context.setOffline(false);
    onRound();
  }
  plain.close();
  return opened;
}

/** Sends as many messages from a client without a screen. Returns milliseconds. */
async function sendFromNode({ url }: Instance, { peer }: Desk): Promise<number> {
  const client = await Messenger.join(url, 'node_client');
  const began = performance.now();
  for (const text of numbered('sent', messages)) await client.send(text, peer.id);
  client.close();
  return performance.now() - began;
}

const times = (measured: readonly number[]) => ({
  p50: rounded(median(measured)),
  p95: rounded(percentile(measured, 0.95)),
});
const rate = (ms: number) => ({
  messages,
  seconds: rounded(ms / 1000),
  'per second': rounded((messages / ms) * 1000),
});

async function main(): Promise<void> {
  const instance = await startInstance('postgres');
  const desk = await openDesk(instance);
  const bar = startBar(3 + rounds, 'offline');
  try {
    const { context, page } = await openThread(instance, desk);
    await context.setOffline(true);
    const bare = await barePutTimes(page, numbered('bare', messages));
    bar.increment();
    const kept = await enqueueTimes(page, desk.chat, numbered('kept', messages));
    bar.increment();
    await context.setOffline(false);
    const queueMs = await drained(page);
    const nodeMs = await sendFromNode(instance, desk);
    bar.increment();
    const { offline, online, plain } = await reopenInTurns(page, () => bar.increment());
    bar.stop();

    console.table({
      'Enter to bubble, offline': times(kept),
      'bare put in the same page': times(bare),
      'thread reopened offline': times(offline),
      'thread reopened online': times(online),
      'thread as plain HTML': times(plain),
    });
    console.table({ 'queue of the app': rate(queueMs), 'client in Node': rate(nodeMs) });
    console.log(`Milliseconds. ${describeMachine()} Load of the machine: ${loadavg()[0]?.toFixed(1)}.`);
  } finally {
    bar.stop();
    await desk.browser.close();
    await instance.remove();
  }
}

await main();
