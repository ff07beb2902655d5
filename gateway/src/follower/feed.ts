import { memberCardFold, type ProductEvents } from '@pmcw/contracts/events';
import {
  type Batch,
  type EventStore,
  type FollowFailure,
  type Following,
  type FollowStatus,
  follow,
  type ReadOn,
  type RecordedEvent,
} from '@pmcw/event-store';
import { within } from '@pmcw/resilience';
import { reportStep } from '@pmcw/resilience/tracing';
import type { Snapshots } from '@pmcw/vault';
import { type Change, type ChangeEvent, changeOf, changeTypes, isChangeEvent } from '../frames/change.ts';
import type { GatewayLimits } from '../limits.ts';
import type { Reporting } from '../observer.ts';
import { type ChangePage, History } from './history.ts';
import { MemberCards } from './memberCards.ts';
import { RecentChanges } from './recentChanges.ts';

type Recorded = RecordedEvent<ProductEvents>;

export interface FeedOptions extends Reporting {
  readonly eventStore: EventStore<ProductEvents>;
  readonly snapshots: Pick<Snapshots, 'find'>;
  readonly limits: GatewayLimits;
  /** Called synchronously after the changes were added to `recent`. Must not throw. */
  readonly onChanges: (changes: readonly Change[], upTo: bigint) => void;
}

/**
 * Follows the log from its head, and after a failure from the last position. An unreadable event must not block later
 * ones.
 */
export class Feed {
  readonly recent: RecentChanges;
  readonly history: History;
  readonly cards: MemberCards;
  readonly #options: FeedOptions;
  #following: Following | null = null;
  #knowsHead = false;
  #restored = new AbortController();
  #restarts = 0;

  constructor(options: FeedOptions) {
    const { eventStore, limits, logger } = options;
    const recent = new RecentChanges({ changes: limits.recentChanges, bytes: limits.recentBytes });
    this.#options = options;
    this.recent = recent;
    this.cards = new MemberCards({
      eventStore,
      snapshots: options.snapshots,
      logger,
      capacity: limits.memberCards,
      loadMs: limits.cardsMs,
      readMs: limits.readMs,
    });
    this.history = new History({
      recent,
      readPage: (after) => this.#readPage(after),
      logHead: () => eventStore.head(),
      readMs: limits.readMs,
      logger,
    });
  }

  /** `starting` until the head of the log is known. */
  get status(): FollowStatus {
    const status = this.#following?.status ?? 'starting';
    return status === 'stopped' || this.#knowsHead ? status : 'starting';
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** Resolves when it follows or the first try failed. */
  async start(): Promise<void> {
    const { eventStore, limits } = this.#options;
    this.#following = follow(eventStore, {
      filter: { types: [...changeTypes, ...memberCardFold.types] },
      turn: (readOn) => this.#turn(readOn),
      skipsUnreadable: true,
      retry: { firstMs: limits.restartFirstMs, mostMs: limits.restartMostMs },
      onFailure: (failure) => this.#report(failure),
    });
    await this.#following.started.catch(() => undefined);
  }

  /** From the head, after the log was restored. */
  startOver(): void {
    this.#knowsHead = false;
    this.#restored.abort();
  }

  async stop(): Promise<void> {
    await this.#following?.stop();
  }

  async #turn(readOn: ReadOn<Recorded>): Promise<void> {
    const { eventStore, limits } = this.#options;
    if (this.#knowsHead) this.#restarts += 1;
    else this.recent.startAt(await within(limits.readMs, 'reading the head of the log', eventStore.head()));
    this.#knowsHead = true;
    this.#restored = new AbortController();
    await readOn(this.recent.head, (batch) => this.#handle(batch), this.#restored.signal);
  }

  #report(failure: FollowFailure): void {
    const { logger, observe } = this.#options;
    logger.error(failure, 'the subscription to the log failed');
    observe({ kind: 'follower_failed' });
  }

  async #handle({ events, position }: Batch<Recorded>): Promise<void> {
    await this.cards.load(sendersOf(events));
    // No await from here on: remembered and pushed changes must never differ.
    const startedAt = Date.now();
    const changes: Change[] = [];
    for (const event of events) {
      if (memberCardFold.owns(event)) this.cards.apply(event);
      if (isChangeEvent(event)) changes.push(this.#changeOf(event));
    }
    this.#options.onChanges(this.recent.advance(changes, position), position);
    reportStep(events, 'push', startedAt);
  }

  async #readPage(after: bigint): Promise<ChangePage> {
    const { events, position } = await this.#options.eventStore.readAll(after, { types: changeTypes });
    await this.cards.load(sendersOf(events));
    const changes = events.filter(isChangeEvent).map((event) => this.#changeOf(event));
    return { changes, position };
  }

  #changeOf(event: ChangeEvent): Change {
    return changeOf(event, (userId) => this.cards.of(userId));
  }
}

function sendersOf(events: readonly Recorded[]): number[] {
  return events.flatMap((event) =>
    event.type === 'MessageSent' || event.type === 'MessageRestored' ? [event.data.senderId] : [],
  );
}
