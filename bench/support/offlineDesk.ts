import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { type Account, takeSessionOf } from '../../e2e/support/accounts.ts';
import { type Counts, countDatabase, databaseCounts } from '../../e2e/support/databaseCounts.ts';
import type { Chat } from '../../e2e/support/device.ts';
import type { Instance } from '../../e2e/support/instance.ts';
import { composer } from '../../e2e/support/member.ts';
import type { Messenger } from '../../e2e/support/messenger.ts';
import {
  barePutTimes,
  enqueueTimes,
  listed,
  noteUsable,
  opened,
  untilListNoted,
  untilSent,
} from './offlinePage.ts';
import type { WatchedBrowser } from './watchedBrowser.ts';

/** The member whose browser is measured, the member they write to, and the Node client they are compared with. */
export interface Desk {
  readonly instance: Instance;
  readonly watched: WatchedBrowser;
  readonly account: Account;
  readonly peer: Account;
  readonly client: Messenger;
  readonly note: (line: string) => void;
}

export interface Plan {
  readonly conversations: number;
  /** Messages that are written without a network, each time. */
  readonly messages: number;
  /** How often the thread is opened. */
  readonly rounds: number;
  /** How often the messages are written and sent. */
  readonly drains: number;
}

/** Milliseconds, except for the counts, which are per sent message, and the rates, which are messages per second. */
export interface Measured {
  readonly conversations: number;
  readonly firstList: readonly number[];
  readonly wholeList: readonly number[];
  readonly perMessage: Counts;
  readonly shown: readonly number[];
  readonly kept: readonly number[];
  readonly bare: readonly number[];
  readonly appRates: readonly number[];
  readonly clientRates: readonly number[];
  readonly offline: readonly number[];
  readonly online: readonly number[];
  readonly plain: readonly number[];
}

const listsMost = 3;
const countedMessages = 10;
const blocks = 10;

/** Measures one member; the steps are noted. */
export async function measureDesk(desk: Desk, plan: Plan): Promise<Measured> {
  const { conversations } = plan;
  const note = (step: string) => desk.note(`${conversations} conversations: ${step}`);
  await untilProjected(desk, conversations);
  note('first list');
  const { page, firstList, wholeList } = await openNewDevices(desk, plan);
  const thread = `/messages?user=${desk.peer.username}`;
  await openThread(page, thread);
  note('requests to IndexedDB');
  const perMessage = await countPerMessage(page, desk);
  note('writing and sending');
  const sent = await writeAndSend(page, desk, plan);
  note('opening the thread');
  const times = await openInTurns(page, thread, plan.rounds);
  return { conversations, firstList, wholeList, perMessage, ...sent, ...times };
}

const chatWith = ({ id, fullName }: Account): Chat => ({ key: `member:${id}`, name: fullName });
const numbered = (what: string, count: number) => Array.from({ length: count }, (_, n) => `${what} ${n};`);

/** Waits until the read model has the seeded conversations. */
async function untilProjected({ instance, account }: Desk, conversations: number): Promise<void> {
  for (;;) {
    if ((await conversationCount(instance.url, account)) >= conversations) return;
    await delay(500);
  }
}

/** Follows the pages of the list. */
async function conversationCount(url: string, { cookie }: Account): Promise<number> {
  let count = 0;
  let next: string | undefined = '/api/messages/conversations';
  while (next !== undefined) {
    const response = await fetch(new URL(next, url), { headers: { cookie } });
    const page: unknown = await response.json();
    count += Array.isArray(page) ? page.length : 0;
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return count;
}

/** Opens the list on devices that never saw it. Returns the page of the last one. */
async function openNewDevices({ instance, watched, account }: Desk, { conversations, rounds }: Plan) {
  const firstList: number[] = [];
  const wholeList: number[] = [];
  for (;;) {
    const viewport = { width: 1280, height: 860 };
    const context = await watched.browser.newContext({ baseURL: instance.url, viewport });
    context.setDefaultTimeout(5 * 60 * 1000);
    await noteUsable(context, conversations);
    await countDatabase(context);
    await takeSessionOf(context, instance.url, account);
    const page = await context.newPage();
    watched.watch(page);
    await page.bringToFront();
    const { first, all } = await listed(page, '/messages');
    firstList.push(first);
    wholeList.push(all);
    if (firstList.length === Math.min(rounds, listsMost)) {
      await untilListNoted(page);
      return { page, firstList, wholeList };
    }
    await context.close();
  }
}

async function openThread(page: Page, thread: string): Promise<void> {
  await page.goto(thread);
  await composer(page).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
}

async function countPerMessage(page: Page, { peer }: Desk): Promise<Counts> {
  const chat = chatWith(peer);
  const send = async (text: string) => {
    await enqueueTimes(page, chat, [text]);
    await untilSent(page, text);
  };
  await send('to warm up');
  const before = await databaseCounts(page);
  for (const text of numbered('counted', countedMessages)) await send(text);
  const after = await databaseCounts(page);
  const perMessage = (kind: keyof Counts) => (after[kind] - before[kind]) / countedMessages;
  return { requests: perMessage('requests'), transactions: perMessage('transactions') };
}

/** Writes without a network, in turns with bare `put`s; then sends what was written, and as much from Node. */
async function writeAndSend(page: Page, { peer, client }: Desk, { messages, drains }: Plan) {
  const sent = {
    shown: [] as number[],
    kept: [] as number[],
    bare: [] as number[],
    appRates: [] as number[],
    clientRates: [] as number[],
  };
  const context = page.context();
  for (let drain = 0; drain < drains; drain += 1) {
    await context.setOffline(true);
    const texts = numbered(`drain ${drain}, message`, messages);
    const blockLength = Math.ceil(messages / blocks);
    for (let start = 0; start < messages; start += blockLength) {
      const block = texts.slice(start, start + blockLength);
      sent.bare.push(...(await barePutTimes(page, block)));
      const { shown, kept } = await enqueueTimes(page, chatWith(peer), block);
      sent.shown.push(...shown);
      sent.kept.push(...kept);
    }
    const perSecond = (ms: number) => (messages / ms) * 1000;
    const began = performance.now();
    await context.setOffline(false);
    await untilSent(page, texts.at(-1) ?? '');
    sent.appRates.push(perSecond(performance.now() - began));
    const beganInNode = performance.now();
    for (const text of numbered('from Node', messages)) await client.send(text, peer.id);
    sent.clientRates.push(perSecond(performance.now() - beganInNode));
  }
  return sent;
}

/** Opens the thread in turns, all in one tab: online, as plain HTML, and offline. */
async function openInTurns(page: Page, thread: string, rounds: number) {
  const times = { offline: [] as number[], online: [] as number[], plain: [] as number[] };
  const context = page.context();
  const html = await page.content();
  const plain = await servePlain(html.replace(/<script[\s\S]*?<\/script>|<link[^>]*>/g, ''));
  for (let round = 0; round < rounds; round += 1) {
    times.online.push(await opened(page, thread));
    times.plain.push(await opened(page, plain.url));
    await context.setOffline(true);
    times.offline.push(await opened(page, thread));
    await context.setOffline(false);
  }
  plain.close();
  return times;
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
