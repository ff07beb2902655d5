import { expect } from 'vitest';
import { type Account, signUp } from './accounts.ts';
import { withWorker } from './browser.ts';
import { type Chat, outboxes, sayAll } from './device.ts';
import type { FrameSeen, RequestSeen } from './faultKinds.ts';
import {
  killTab,
  leave,
  networkOf,
  type OfflineWorld,
  openConversation,
  openWriter,
  type Writer,
} from './offlineWorld.ts';
import type { Rule } from './rules.ts';
import type { Step } from './schedules.ts';

/** A schedule without progress for so long has failed. */
const scheduleWithinMs = 120_000;
/** Rare polling, because polls take time from the players. */
const soon = { timeout: scheduleWithinMs, interval: 150 };
/** Number of requests and frames in a failure's message. */
const lastSeen = 60;

/**
 * A member who plays schedules one after the other in one browser profile, and the messages that the screen has shown
 * as theirs.
 */
export class Player {
  readonly #world: OfflineWorld;
  readonly #writer: Writer;
  readonly #people: readonly { readonly account: Account; readonly chat: Chat }[];
  /** Ids of messages that were in a thread, in order, by receiver. */
  readonly #said = new Map<number, string[]>();
  readonly #rules: Rule<unknown>[] = [];
  readonly #seen: string[] = [];
  #page: Writer['person']['page'];
  /** The previous tab, if it is still open. */
  #before: Writer['person']['page'] | null = null;
  #count = 0;
  #doing = '';

  private constructor(world: OfflineWorld, writer: Writer, other: Account) {
    this.#world = world;
    this.#writer = writer;
    this.#page = writer.person.page;
    this.#people = [
      { account: writer.peer, chat: writer.chat },
      { account: other, chat: { key: `member:${other.id}`, name: other.fullName } },
    ];
    for (const { account } of this.#people) this.#said.set(account.id, []);
    this.#watch();
  }

  /** A new member with both conversations and the app's service worker on their device. */
  static async join(world: OfflineWorld, name: string): Promise<Player> {
    const writer = await openWriter(world, name, { context: withWorker });
    const other = await signUp(world.product.url, `${name}'s cousin`);
    await openConversation({ ...writer, peer: other });
    await writer.person.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    return new Player(world, writer, other);
  }

  /** Number of messages that the screen has shown as theirs. */
  get said(): number {
    return [...this.#said.values()].flat().length;
  }

  /**
   * Plays a schedule and restores the network; then everything written must be in the log once, in order.
   * @throws Error with the outbox and the last network traffic
   */
  async play(schedule: readonly Step[]): Promise<void> {
    try {
      await within(scheduleWithinMs, this.#play(schedule));
    } catch (cause) {
      throw new Error(`${String(cause)}\n${await this.#describe()}`, { cause });
    }
  }

  leave(): Promise<void> {
    return leave(this.#writer);
  }

  async #play(schedule: readonly Step[]): Promise<void> {
    for (const step of schedule) {
      this.#doing = JSON.stringify(step);
      this.#note(`-- ${this.#doing}`);
      await this.#take(step);
    }
    this.#doing = 'the end';
    this.#note('-- the end');
    await this.#mend();
    await expect.poll(() => outboxes(this.#page), soon).toEqual([]);
    await expect.poll(() => this.#inLog(), soon).toEqual(Object.fromEntries(this.#said));
  }

  async #take(step: Step): Promise<void> {
    const { requests, frames, frame, fromServer, post, upgrade, service, cutSockets } = this.#network;
    switch (step.kind) {
      case 'say':
        return this.#say(step.to, step.times);
      case 'frame':
        return this.#rule(frames.next(frame, step.fault));
      case 'word':
        return this.#rule(frames.next(fromServer, step.fault));
      case 'post':
        return this.#rule(requests.next(post, step.fault));
      case 'upgrade':
        return this.#rule(requests.next(upgrade, step.fault));
      case 'cut':
        return cutSockets();
      case 'offline':
        return this.#writer.person.context.setOffline(true);
      case 'unplugged':
        this.#rule(requests.always(service, { kind: 'cut' }));
        return cutSockets();
      case 'online':
        return this.#mend();
      case 'reload':
        await this.#page.reload();
        return this.#untilListed();
      case 'kill':
        await killTab(this.#page);
        return this.#openTab();
      case 'tab':
        await this.#before?.close();
        this.#before = this.#page;
        return this.#openTab();
      case 'close':
        await this.#before?.close();
        this.#before = null;
        return;
      case 'restart':
        return this.#world.product.restart();
    }
  }

  async #say(to: 0 | 1, times: number): Promise<void> {
    const person = this.#people[to];
    if (person === undefined) return;
    const texts = Array.from({ length: times }, () => {
      this.#count += 1;
      return `no. ${this.#count};`;
    });
    const ids = await sayAll(this.#page, person.chat, texts);
    this.#said.get(person.account.id)?.push(...ids);
  }

  async #openTab(): Promise<void> {
    const { context } = this.#writer.person;
    this.#page = await context.newPage();
    await this.#page.goto('/messages');
    await this.#untilListed();
  }

  /** The list is there with or without a network; the open conversation depends on earlier steps. */
  async #untilListed(): Promise<void> {
    for (const { chat } of this.#people) await this.#page.locator(`[id="open-${chat.key}"]`).waitFor();
  }

  async #mend(): Promise<void> {
    for (const rule of this.#rules.splice(0)) rule.lift();
    await this.#writer.person.context.setOffline(false);
  }

  #rule(rule: Rule<unknown>): void {
    this.#rules.push(rule);
  }

  get #network() {
    return networkOf(this.#world, this.#writer);
  }

  /** Their messages in the log, in order, by receiver. */
  async #inLog(): Promise<Readonly<Record<string, readonly string[]>>> {
    const sent = await this.#world.product.sent.of(this.#writer.account.id);
    const to = (id: number) =>
      sent.filter(({ receiverId }) => receiverId === id).map((message) => message.id);
    return Object.fromEntries(this.#people.map(({ account: { id } }) => [id, to(id)]));
  }

  /** Records traffic with rules that match nothing. */
  #watch(): void {
    const { requests, frames } = this.#world.product.proxy;
    const look = (seen: FrameSeen | RequestSeen) => {
      if (!this.#writer.isTheirs(seen)) return false;
      this.#note(
        'direction' in seen ? `${seen.direction} ${seen.text}` : `${seen.method} ${seen.path} ${seen.body}`,
      );
      return false;
    };
    frames.always(look, { kind: 'cut' });
    requests.always(look, { kind: 'cut' });
  }

  #note(what: string): void {
    this.#seen.push(`${new Date().toISOString().slice(14)} ${what.slice(0, 200)}`);
    this.#seen.splice(0, this.#seen.length - lastSeen);
  }

  async #describe(): Promise<string> {
    const rows = await within(5_000, outboxes(this.#page)).catch(String);
    const { complaints } = this.#writer.person;
    return [
      `At ${this.#doing}, on ${this.#page.url()}, with this in the outbox: ${JSON.stringify(rows)}`,
      `The page has complained: ${complaints.join('; ')}`,
      ...this.#seen,
    ].join('\n');
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No progress after ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
