import { scaled, within } from '@pmcw/testing';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { applyChanges } from '../apply.ts';
import { deriveConversation } from '../conversations.ts';
import type { MemberDatabase, OutboxRow } from '../database.ts';
import { hurriedClock, ManualClock, newDatabase, SharedLock } from '../forSpecs.ts';
import { type ConversationKey, isPending } from '../keys.ts';
import { Writer } from '../writer.ts';
import type { Courier } from './attempt.ts';
import { cancelMessage } from './cancelling.ts';
import { requeueAll, requeueWaiting, retryMessage } from './claims.ts';
import { type Ending, endings, FaultyServer } from './faultyServer.forSpecs.ts';
import { FaultySocket } from './faultySocket.forSpecs.ts';
import { enqueue } from './queue.ts';
import { OutboxWorker } from './worker.ts';

// Schedules of the outbox and its database: what a network, a server, tabs and the owner may do.
// `e2e/schedules.e2e.spec.ts` repeats them with a browser and real sockets.

const lanes = ['member:2', 'member:3', 'global'] as const satisfies readonly ConversationKey[];

const plainSteps = [
  'retry',
  'tab',
  'takeOver',
  'kill',
  'online',
  'signIn',
  'sendNow',
  'wait',
  'setBack',
  'arrive',
  'push',
] as const;
type PlainStep = (typeof plainSteps)[number];

type Step =
  | { readonly kind: 'say'; readonly lane: ConversationKey; readonly how: 'once' | 'twice' | 'aloud' }
  /** Several at once, so that they are in flight together. */
  | { readonly kind: 'burst'; readonly lane: ConversationKey; readonly count: number }
  /** How the next attempt ends. */
  | { readonly kind: 'end'; readonly ending: Ending }
  /** Cancels one of the messages in the outbox. */
  | { readonly kind: 'cancel'; readonly which: number }
  | { readonly kind: PlainStep };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('say'),
      lane: fc.constantFrom(...lanes),
      how: fc.constantFrom('once', 'once', 'twice', 'aloud'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('burst'),
      lane: fc.constantFrom(...lanes),
      count: fc.integer({ min: 2, max: 6 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('end'), ending: fc.constantFrom(...endings) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel'), which: fc.nat(9) }) },
  {
    weight: 7,
    arbitrary: fc.constantFrom(...plainSteps).map((kind): Step => ({ kind })),
  },
);

interface Tab {
  readonly worker: OutboxWorker;
  socket: FaultySocket;
  isDead: boolean;
}

interface Said {
  readonly id: string;
  readonly lane: ConversationKey;
  readonly text: string;
  isCancelled: boolean;
}

const sound = { bytes: new ArrayBuffer(4), mediaType: 'audio/webm', seconds: 1, peaks: [] } as const;

/** A device that plays one schedule. */
class Device {
  readonly db: MemberDatabase = newDatabase();
  readonly clock = new ManualClock();
  readonly server = new FaultyServer();
  readonly #locks = new SharedLock();
  readonly #tabs: Tab[] = [];
  readonly #said: Said[] = [];
  /** Messages that were once refused, so that later ones went first. */
  readonly #passedOver = new Set<string>();
  readonly #errors: unknown[] = [];
  #pushed = 0n;

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'say':
        return this.#say(step.lane, step.how);
      case 'burst':
        for (let nth = 0; nth < step.count; nth += 1) await this.#say(step.lane, 'once');
        return;
      case 'end':
        return this.server.next(step.ending);
      case 'cancel':
        return this.#cancel(step.which);
      case 'retry':
        for (const { id } of await this.#failed()) await retryMessage(this.db, id);
        return;
      case 'tab':
        return this.openTab();
      case 'takeOver':
        return this.#tabs.at(-1)?.worker.takeOver();
      case 'kill':
        return this.#kill();
      case 'online':
        this.#reconnect();
        return requeueWaiting(this.db, 'network', 'server');
      case 'sendNow':
        return requeueAll(this.db);
      case 'setBack':
        return this.clock.setBack(3_600_000);
      case 'signIn':
        return requeueWaiting(this.db, 'sign-in');
      case 'wait':
        return this.clock.advance(2_000);
      case 'arrive':
        return this.server.deliver();
      case 'push':
        return this.#push();
    }
  }

  openTab(): void {
    // A killed tab neither sends nor receives.
    const living = async <Outcome>(attempt: () => Promise<Outcome>) => {
      const outcome = tab.isDead ? await never : await attempt();
      return tab.isDead ? never : outcome;
    };
    const courier: Courier = {
      window: () => tab.socket.window(),
      sendAhead: (row, previous) => living(() => tab.socket.sendAhead(row, previous)),
      send: (row) => living(() => this.server.send(row)),
    };
    const socket = new FaultySocket(this.server);
    const tab: Tab = { isDead: false, socket, worker: new OutboxWorker({ ...this.#world, courier }) };
    this.#tabs.push(tab);
    tab.worker.start();
  }

  /** Checks that every message not canceled is in the log, or complete on the device. */
  async losesNothing(): Promise<void> {
    const { outbox, messages, recordings } = this.db;
    const [rows, shown, sounds] = await this.db.transaction('r', [outbox, messages, recordings], () =>
      Promise.all([
        outbox.toArray(),
        messages.toCollection().primaryKeys(),
        recordings.toCollection().primaryKeys(),
      ]),
    );
    const isKept = (id: string) => rows.some((row) => row.id === id) || this.server.has(id);
    const lost = this.#said.filter(({ id, isCancelled }) => !isCancelled && !isKept(id));
    const hidden = this.#said.filter(({ id, isCancelled }) => isCancelled === shown.includes(id));
    const toSay = rows.filter(({ task, messageType }) => task === 'send' && messageType === 'voice');
    const silent = toSay.filter(({ id }) => !sounds.includes(id));
    expect({ lost, hidden, silent }).toEqual({ lost: [], hidden: [], silent: [] });
  }

  /** Repairs everything, and waits until all possible messages are sent. */
  async recover(): Promise<void> {
    this.server.recover();
    this.#reconnect();
    if (!this.#tabs.some(({ isDead }) => !isDead)) this.openTab();
    let unsent: OutboxRow[] = [];
    for (let round = 0; round < 100 && (round < 2 || unsent.length > 0); round += 1) {
      await requeueWaiting(this.db, 'network', 'server', 'sign-in');
      this.server.deliver();
      this.clock.advance(60_000);
      await this.#push();
      await breath();
      unsent = await this.db.outbox.filter(({ delivery }) => delivery.state !== 'failed').toArray();
    }
    expect([unsent, this.#errors]).toEqual([[], []]);
  }

  /** Checks that each message is in the log once and in order, and that the threads agree. */
  async isRight(): Promise<void> {
    const failed = (await this.#failed()).map(({ id }) => id);
    for (const lane of lanes) {
      const log = this.server.log.filter((sent) => sent.lane === lane).map(({ id }) => id);
      const meant = this.#said.filter((said) => said.lane === lane && !said.isCancelled).map(({ id }) => id);
      expect([...log, ...failed.filter((id) => meant.includes(id))].sort()).toEqual([...meant].sort());
      const inTurn = (ids: readonly string[]) => ids.filter((id) => !this.#passedOver.has(id));
      expect(inTurn(log)).toEqual(inTurn(meant));
      const thread = await this.db.messages.where('conversation').equals(lane).sortBy('order');
      expect(thread.map(({ id }) => id).slice(0, log.length)).toEqual(log);
      expect(thread).toHaveLength(meant.length);
    }
  }

  /** Checks that list and threads are what a device shows that reads the whole log. */
  async showsAll(): Promise<void> {
    const fresh = newDatabase();
    await applyChanges(fresh, this.server.changesAfter(0n), null);
    for (const lane of lanes) {
      const row = await this.db.conversations.get(lane);
      if (row !== undefined) expect(row).toEqual(await deriveConversation(this.db, row));
      expect(await sentIn(this.db, lane)).toEqual(await sentIn(fresh, lane));
      if (row?.lastMessage != null && isPending(row.lastMessage.order)) continue;
      expect(await listed(this.db, lane)).toEqual(await listed(fresh, lane));
    }
    await fresh.delete();
  }

  async leave(): Promise<void> {
    for (const { worker } of this.#tabs) worker.stop();
    await breath();
    await this.db.delete();
  }

  get #world() {
    return {
      ...{ db: this.db, clock: this.clock, locks: this.#locks, writer: new Writer(this.db, hurriedClock) },
      onSignInNeeded: () => undefined,
      onRefused: ({ id }: OutboxRow) => void this.#passedOver.add(id),
      onError: (error: unknown) => void this.#errors.push(error),
    };
  }

  async #say(lane: ConversationKey, how: 'once' | 'twice' | 'aloud'): Promise<void> {
    const draft = { conversation: lane, id: uuidv7(), text: `no. ${this.#said.length}` };
    if (how === 'aloud') await this.db.recordings.put({ ...sound, id: lane });
    const enter = () => enqueue(this.db, draft, this.clock.now());
    const ids = await Promise.all(how === 'twice' ? [enter(), enter()] : [enter()]);
    expect(new Set(ids).size).toBe(1);
    this.#said.push({ id: draft.id, lane, text: draft.text, isCancelled: false });
  }

  async #cancel(which: number): Promise<void> {
    const rows = await this.db.outbox.toArray();
    const row = rows[which % rows.length];
    const said = this.#said.find(({ id }) => id === row?.id);
    if (said !== undefined && (await cancelMessage(this.db, said.id))) said.isCancelled = true;
  }

  #reconnect(): void {
    for (const tab of this.#tabs) tab.socket = new FaultySocket(this.server);
  }

  #kill(): void {
    const tab = this.#tabs.find(({ isDead }) => !isDead);
    if (tab === undefined) return;
    tab.isDead = true;
    tab.worker.stop();
  }

  async #push(): Promise<void> {
    const changes = this.server.changesAfter(this.#pushed);
    this.#pushed = this.server.head;
    await applyChanges(this.db, changes, null);
  }

  #failed(): Promise<OutboxRow[]> {
    return this.db.outbox.where('delivery.state').equals('failed').toArray();
  }
}

/** Messages of a thread that the server has, as they are shown. */
async function sentIn(db: MemberDatabase, lane: ConversationKey) {
  const thread = await db.messages.where('conversation').equals(lane).sortBy('order');
  const sent = thread.filter(({ order }) => !isPending(order));
  return sent.map(({ id, order, content, createdAt }) => ({ id, order, content, createdAt }));
}

async function listed(db: MemberDatabase, lane: ConversationKey) {
  const row = await db.conversations.get(lane);
  return { id: row?.lastMessage?.id, unreadCount: row?.unreadCount ?? 0, place: row?.place };
}

const never = new Promise<never>(() => undefined);
const breath = () => new Promise<void>((resolve) => setImmediate(resolve));

it(
  'loses and duplicates no message, whatever a network, a server, tabs and the owner do',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const device = new Device();
        device.openTab();
        for (const step of steps) {
          await device.take(step);
          await breath();
          await device.losesNothing();
        }
        await device.recover();
        await device.losesNothing();
        await device.isRight();
        await device.showsAll();
        await device.leave();
      }),
      { numRuns: scaled(200), plugins: [within(600_000)], markInterruptAsFailure: true },
    ),
  600_000,
);
