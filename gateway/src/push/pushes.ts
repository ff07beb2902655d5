import { randomUUID } from 'node:crypto';
import { audienceOfPush } from '@pmcw/contracts/audience';
import { muteFold, type ProductEvents } from '@pmcw/contracts/events';
import {
  type Batch,
  ERASED,
  type EventStore,
  type Following,
  follow,
  type RecordedEvent,
} from '@pmcw/event-store';
import type { Followed } from '@pmcw/runtime';
import type { Bookmarks, Push, PushTarget, Snapshots, VapidKeys } from '@pmcw/vault';
import type { MemberCards } from '../follower/memberCards.ts';
import type { Reporting } from '../observer.ts';
import type { Hub } from '../sockets/hub.ts';
import { isBlockedBy } from './blocks.ts';
import { type CourierLimits, courierLimits, deliver } from './courier.ts';
import { Mutes } from './mutes.ts';
import { type MessageSent, payloadOf, subjectOf } from './payload.ts';
import { Presence } from './presence.ts';
import { PushQueue } from './pushQueue.ts';
import { pushRequestOf } from './pushRequest.ts';

const leadMs = 9_000;
const beatMs = 3_000;
const oldestMs = 10 * 60 * 1000;
const queueLimits = { atOnce: 16, waiting: 1_000 };
const bookmark = 'push';

export interface PushesOptions extends Reporting {
  readonly eventStore: EventStore<ProductEvents>;
  readonly push: Push;
  readonly bookmarks: Bookmarks;
  readonly snapshots: Pick<Snapshots, 'find'>;
  readonly cards: MemberCards;
  readonly hub: Hub;
  readonly publicUrl: string;
  /** Overrides the vault's key pair. */
  readonly keys?: VapidKeys | undefined;
  readonly services?: readonly string[] | undefined;
  readonly limits?: Partial<CourierLimits> | undefined;
}

/**
 * Pushes private messages to subscribed browsers, unless the member has a visible page. One of several processes leads;
 * its successor continues from the saved position. The global chat would never be quiet, so it is not pushed,
 * and neither are conversations that the member muted.
 */
export class Pushes {
  readonly #options: PushesOptions;
  readonly #process = randomUUID();
  readonly #presence: Presence;
  readonly #queue: PushQueue;
  readonly #mutes: Mutes;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #beating: Promise<void> = Promise.resolve();
  #following: Following | null = null;
  #position = 0n;
  #isPaused = false;
  #saved = -1n;

  constructor(options: PushesOptions) {
    const { push, hub, logger, observe } = options;
    this.#options = options;
    this.#mutes = new Mutes(options.eventStore, options.snapshots);
    this.#presence = new Presence({ process: this.#process, push, hub, logger });
    this.#queue = new PushQueue(queueLimits, () => observe({ kind: 'web_push', outcome: 'dropped' }));
  }

  /** On standby while another process pushes. */
  get followed(): Followed {
    const leads = this.#following === null ? 'standby' : 'following';
    const isFailing = this.#isPaused || this.#following?.status === 'failed';
    return { mode: isFailing ? 'failed' : leads, position: this.#position, details: {} };
  }

  async start(): Promise<void> {
    this.#presence.start();
    const beat = () => {
      this.#beating = this.#beating
        .then(() => this.#beat())
        .then(() => {
          this.#isPaused = false;
        })
        .catch((error: unknown) => {
          this.#isPaused = true;
          this.#options.logger.warn({ err: error }, 'web push is paused until the next attempt');
        });
    };
    this.#timer = setInterval(beat, beatMs).unref();
    beat();
    await this.#beating;
  }

  /** The next leader continues after the last batch. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#beating;
    try {
      await this.#stopFollowing();
      await this.#savePosition();
      await this.#queue.close();
      await this.#options.push.resign(this.#process);
    } catch (error) {
      this.#options.logger.warn(
        { err: error },
        'could not hand over web push; another process takes over when the lease expires',
      );
    }
    await this.#presence.stop();
  }

  async #beat(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    if (await this.#options.push.lead(this.#process, leadMs)) await this.#follow();
    else await this.#stopFollowing();
    await this.#savePosition();
  }

  async #follow(): Promise<void> {
    if (this.#following !== null) return;
    const { eventStore, logger } = this.#options;
    this.#position = await this.#startPosition();
    this.#following = follow(eventStore, {
      filter: { types: ['MessageSent', ...muteFold.types] },
      turn: (readOn) => readOn(this.#position, (batch) => this.#handle(batch)),
      skipsUnreadable: true,
      onFailure: (failure) => logger.error(failure, 'the subscription of web push to the log failed'),
    });
  }

  async #stopFollowing(): Promise<void> {
    await this.#following?.stop();
    this.#following = null;
    this.#mutes.clear();
  }

  async #startPosition(): Promise<bigint> {
    const { bookmarks, eventStore } = this.#options;
    const [last, head] = await Promise.all([bookmarks.find(bookmark), eventStore.head()]);
    return last !== null && last.engine === eventStore.engine && last.position <= head ? last.position : head;
  }

  async #savePosition(): Promise<void> {
    if (this.#position === this.#saved || this.#position === 0n) return;
    const { bookmarks, eventStore } = this.#options;
    const position = this.#position;
    await bookmarks.set(bookmark, { engine: eventStore.engine, position });
    this.#saved = position;
  }

  async #handle({ events, position }: Batch<RecordedEvent<ProductEvents>>): Promise<void> {
    // biome-ignore lint/plugin: events are as old as the process that wrote them says
    const since = Date.now() - oldestMs;
    for (const event of events) this.#mutes.note(event);
    const due = events.flatMap((event) => {
      if (event.type !== 'MessageSent' || Date.parse(event.metadata.time) < since) return [];
      return audienceOfPush(event.data).map((memberId) => ({ event, memberId }));
    });
    const targets = await this.#targetsOf(new Set(due.map(({ memberId }) => memberId)));
    for (const { event, memberId } of due) {
      const own = targets.get(memberId);
      if (own !== undefined) this.#queue.add(() => this.#pushTo(event, memberId, own));
    }
    this.#position = position;
  }

  /** One query for a batch: most members have no subscription. */
  async #targetsOf(memberIds: ReadonlySet<number>): Promise<ReadonlyMap<number, readonly PushTarget[]>> {
    try {
      return await this.#options.push.of([...memberIds]);
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'could not look up subscriptions for web push');
      return new Map();
    }
  }

  async #pushTo(event: MessageSent, memberId: number, targets: readonly PushTarget[]): Promise<void> {
    const { cards, logger } = this.#options;
    try {
      if (await this.#presence.isSeen(memberId)) return;
      if (await isBlockedBy(this.#options, memberId, event.data.senderId)) return;
      if (await this.#mutes.isMuted(memberId, event.data.senderId, Date.now())) return;
      await cards.load([event.data.senderId]);
      await Promise.all(targets.map((target) => this.#send(event, target)));
    } catch (error) {
      logger.warn({ err: error }, 'could not push a message to a member');
    }
  }

  /** Null if deleted or its sender erased. */
  async #present({ stream, revision }: MessageSent): Promise<MessageSent | null> {
    let present: MessageSent | null = null;
    for await (const event of this.#options.eventStore.readStream(stream, revision)) {
      present = event.type === 'MessageSent' && event.data.content !== ERASED ? event : null;
    }
    return present;
  }

  async #send(event: MessageSent, target: PushTarget): Promise<void> {
    const { push, cards, services, observe } = this.#options;
    const { senderId } = event.data;
    const keys = this.#options.keys ?? (await push.keys());
    const subject = subjectOf(this.#options.publicUrl);
    const write = async () => {
      const present = await this.#present(event);
      const card = cards.of(senderId);
      const from = card && { id: senderId, ...card };
      return present && pushRequestOf(payloadOf(present, from, target.showsText), target, { keys, subject });
    };
    const limits = { ...courierLimits, ...this.#options.limits };
    const outcome = await deliver(write, { services, limits, signal: this.#stopping.signal });
    observe({ kind: 'web_push', outcome });
    if (outcome === 'gone') await push.drop(target.endpoint);
  }
}
