import { type ProductEvents, userFold } from '@pmcw/contracts/events';
import type { EventStore, RecordedEvent } from '@pmcw/event-store';
import type { Snapshots } from '@pmcw/vault';
import { type Change, changeOf, isTold, type ToldEvent, toldTypes } from '../frames/change.ts';
import type { GatewayLimits } from '../limits.ts';
import type { Reporting } from '../observer.ts';
import { type EventBatch, Follower } from './follower.ts';
import { type ChangePage, History } from './history.ts';
import { MemberCards } from './memberCards.ts';
import { RecentChanges } from './recentChanges.ts';

export interface FeedOptions extends Reporting {
  readonly eventStore: EventStore<ProductEvents>;
  readonly snapshots: Pick<Snapshots, 'find'>;
  readonly limits: GatewayLimits;
  /** Called synchronously after the changes were added to `recent`. Must not throw. */
  readonly onChanges: (changes: readonly Change[]) => void;
}

export class Feed {
  readonly recent: RecentChanges;
  readonly history: History;
  readonly follower: Follower;
  readonly cards: MemberCards;
  readonly #options: FeedOptions;

  constructor(options: FeedOptions) {
    const { eventStore, limits, logger, observe } = options;
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
    this.follower = new Follower({
      eventStore,
      onStart: (position) => recent.startAt(position),
      onUnreadable: (position) => recent.advance([], position),
      onBatch: (batch) => this.#takeIn(batch),
      position: () => recent.head,
      readMs: limits.readMs,
      restartFirstMs: limits.restartFirstMs,
      restartMostMs: limits.restartMostMs,
      logger,
      observe,
    });
  }

  async #takeIn({ events, position }: EventBatch): Promise<void> {
    await this.cards.load(sendersOf(events));
    // No await from here on: remembered and pushed changes must never differ.
    const changes: Change[] = [];
    for (const event of events) {
      if (userFold.owns(event)) this.cards.apply(event);
      if (isTold(event)) changes.push(this.#changeOf(event));
    }
    this.#options.onChanges(this.recent.advance(changes, position));
  }

  async #readPage(after: bigint): Promise<ChangePage> {
    const { events, position } = await this.#options.eventStore.readAll(after, { types: toldTypes });
    await this.cards.load(sendersOf(events));
    const changes = events.filter(isTold).map((event) => this.#changeOf(event));
    return { changes, position };
  }

  #changeOf(event: ToldEvent): Change {
    return changeOf(event, (userId) => this.cards.of(userId));
  }
}

function sendersOf(events: readonly RecordedEvent<ProductEvents>[]): number[] {
  return events.flatMap((event) => (event.type === 'MessageSent' ? [event.data.senderId] : []));
}
