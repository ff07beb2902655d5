import type { Browser, BrowserContextOptions } from 'playwright-core';
import { expect } from 'vitest';
import { type Account, signUp, takeSessionOf } from './accounts.ts';
import { launchBrowser, openPerson, type Person } from './browser.ts';
import { type Chat, outboxes } from './device.ts';
import type { FrameSeen, RequestSeen } from './faultKinds.ts';
import { isMessageFrame, isPost, isService, isUpgrade } from './faults.ts';
import { type FaultyProduct, startFaultyProduct } from './faultyProduct.ts';
import { hurry } from './hurry.ts';
import { composer, messages } from './member.ts';

/** Chromium's complaints about a bad network. The app's own complaints still fail a spec. */
const badNetwork = /Failed to load resource|WebSocket connection to|net::ERR_/;

export const inTime = { timeout: 60_000, interval: 150 };

export interface OfflineWorld {
  readonly product: FaultyProduct;
  readonly browser: Browser;
  remove(): Promise<void>;
}

export async function startOfflineWorld(
  settings: Readonly<Record<string, string>> = {},
): Promise<OfflineWorld> {
  const [product, browser] = await Promise.all([startFaultyProduct(settings), launchBrowser()]);
  return {
    product,
    browser,
    async remove() {
      await browser.close();
      await product.remove();
    },
  };
}

/** A member at a browser, and a peer to write to. */
export interface Writer {
  readonly account: Account;
  readonly person: Person;
  readonly peer: Account;
  readonly chat: Chat;
  /** Whether a request or socket has their session. */
  readonly isTheirs: (seen: { readonly cookie: string }) => boolean;
}

export interface WriterOptions {
  /** Runs faster (`hurry`); true by default. */
  readonly isHurried?: boolean;
  /** Runs before every script of the page. */
  readonly script?: string;
  readonly context?: BrowserContextOptions;
}

/** A signed-in member with a peer, connected, with their conversation open. */
export async function openWriter(
  { product: { url }, browser }: OfflineWorld,
  name: string,
  { isHurried = true, script, context: settings = {} }: WriterOptions = {},
): Promise<Writer> {
  const [account, peer] = await Promise.all([signUp(url, name), signUp(url, `${name}'s friend`)]);
  const person = await openPerson(browser, url, [badNetwork], settings);
  if (isHurried) await hurry(person.context);
  if (script !== undefined) await person.context.addInitScript(script);
  await takeSessionOf(person.context, url, account);
  const writer = {
    account,
    person,
    peer,
    chat: { key: `member:${peer.id}`, name: peer.fullName } as const,
    isTheirs: isOf(account),
  };
  await openConversation(writer);
  return writer;
}

export function isOf(account: Account): Writer['isTheirs'] {
  const session = account.cookie.split('; ').find((pair) => pair.startsWith('session=')) ?? '';
  return ({ cookie }) => cookie.includes(session);
}

/** Opens the conversation in one of the writer's pages, and waits until it is connected. */
export async function openConversation({ person, peer }: Writer, page = person.page): Promise<void> {
  // A hurried page gives the server two seconds per answer, which may be too short on a busy machine: it opens again.
  const isOpen = async () => {
    await page.goto(`/messages?user=${peer.username}`);
    const inPatience = { timeout: 15_000 };
    return composer(page)
      .waitFor(inPatience)
      .then(
        () => true,
        () => false,
      );
  };
  await expect.poll(isOpen, { timeout: 60_000 }).toBe(true);
  await page.getByText('Live', { exact: true }).waitFor();
}

/** Waits until the log has exactly these messages of the writer to the peer, once each and in this order. */
export async function expectInLog(
  { product }: OfflineWorld,
  { account, peer }: Writer,
  ids: readonly string[],
): Promise<void> {
  const sent = async () =>
    (await product.sent.of(account.id)).filter(({ receiverId }) => receiverId === peer.id);
  await expect.poll(async () => (await sent()).map(({ id }) => id), inTime).toEqual(ids);
}

/** Waits until the outbox is empty. */
export async function expectNothingWaits({ person }: Writer, page = person.page): Promise<void> {
  await expect.poll(() => outboxes(page), inTime).toEqual([]);
}

/** Id of the only bubble with this text; waits for it. */
export async function idOf({ person }: Writer, text: string, page = person.page): Promise<string> {
  const bubble = messages(page, text);
  await expect.poll(() => bubble.count(), inTime).toBe(1);
  return (await bubble.getAttribute('data-message')) ?? '';
}

/** Waits until a message has this mark. */
export async function expectMark(
  { person }: Writer,
  text: string,
  mark: RegExp,
  page = person.page,
): Promise<void> {
  const title = messages(page, text).locator('[title]').first();
  await expect.poll(() => title.getAttribute('title'), inTime).toMatch(mark);
}

/** Sent, whether seen or not. */
export const arrived = /^(Sent|Seen)$/;

/** Kills the tab's process, so that no more code of the page runs. */
export async function killTab(page: Person['page']): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const devTools = await page.context().newCDPSession(page);
  devTools.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}

/** The writer's part of the network, for rules. */
export function networkOf({ product: { proxy } }: OfflineWorld, { isTheirs }: Writer) {
  const { requests, frames } = proxy;
  return {
    requests,
    frames,
    frame: (seen: FrameSeen) => isTheirs(seen) && isMessageFrame(seen),
    fromServer: (seen: FrameSeen) => isTheirs(seen) && seen.direction === 'down',
    post: (seen: RequestSeen) => isTheirs(seen) && isPost(seen),
    upgrade: (seen: RequestSeen) => isTheirs(seen) && isUpgrade(seen),
    service: (seen: RequestSeen) => isTheirs(seen) && isService(seen),
    cutSockets: () => proxy.cutSockets((cookie) => isTheirs({ cookie })),
  };
}

/** Deletes an own message by its button and the confirmation. */
export async function giveUp({ person: { page } }: Writer, text: string): Promise<void> {
  const bubble = messages(page, text);
  await bubble.hover();
  await bubble.getByRole('button', { name: 'Delete message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => bubble.count(), inTime).toBe(0);
}

/** Closes the browser profile; the app may have complained only about the network. */
export async function leave({ person: { complaints, context } }: Writer): Promise<void> {
  expect(complaints).toEqual([]);
  await context.close();
}

/** A promise to hold requests with, and its release. */
export function gate() {
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}
