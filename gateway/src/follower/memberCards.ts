import type { MemberCard } from '@pmcw/contracts';
import {
  accountEvents,
  memberCardAfter,
  type ProductEvents,
  profileEvents,
  streams,
  type UserEvent,
  userFold,
} from '@pmcw/contracts/events';
import { ERASED, type EventStore, type RecordedEvent } from '@pmcw/event-store';
import type { GatewayLogger } from '../observer.ts';
import { within } from '../within.ts';

/** An event of a `user-{id}` stream, as read. */
export type RecordedUserEvent = Extract<RecordedEvent<ProductEvents>, { type: UserEvent['type'] }>;

/** The types that may change a card: those that name a member or edit the profile. */
export const cardTypes: readonly string[] = Object.keys({ ...accountEvents, ...profileEvents });

/** Shown for a sender of whom the log says nothing any more. */
const erasedMember: MemberCard = { username: ERASED, fullName: ERASED, avatarUrl: null };

interface Known {
  readonly card: MemberCard | null;
  /** Revision of the member's stream that the card stands at; -1 before the first event. */
  readonly revision: number;
}

/** Streams that are read at the same time. */
const readsAtOnce = 16;

/** How many cards are kept, and how long `load` may take, in milliseconds. */
export interface MemberCardsOptions {
  readonly eventStore: Pick<EventStore<ProductEvents>, 'readStream'>;
  readonly logger: GatewayLogger;
  readonly capacity: number;
  readonly loadMs: number;
}

/** The cards of the members who wrote lately: read from their streams when first needed, then kept up by events. */
export class MemberCards {
  readonly #options: MemberCardsOptions;
  /** In order of last use, the oldest first. */
  readonly #known = new Map<number, Known>();
  readonly #loading = new Map<number, Promise<void>>();
  /** Members with an event that went by while their card was being read: what is read may be too old. */
  readonly #outdated = new Set<number>();

  constructor(options: MemberCardsOptions) {
    this.#options = options;
  }

  /** The member's card, a placeholder for one who is gone; null while it could not be read: not known is not erased. */
  of(userId: number): MemberCard | null {
    const known = this.#known.get(userId);
    return known === undefined ? null : (known.card ?? erasedMember);
  }

  /** Brings known cards up to date with an event; unknown ones are read when they are needed. */
  apply(event: RecordedUserEvent): void {
    const { userId } = event.data;
    if (this.#loading.has(userId)) this.#outdated.add(userId);
    const known = this.#known.get(userId);
    if (known === undefined || event.revision <= known.revision) return;
    this.#known.set(userId, { card: memberCardAfter(known.card, event), revision: event.revision });
  }

  /** Makes the cards of these members known, as many as can be had in time. Never rejects. */
  async load(userIds: Iterable<number>): Promise<void> {
    const missing = [...new Set(userIds)].filter((userId) => !this.#touch(userId));
    if (missing.length === 0) return;
    try {
      await within(this.#options.loadMs, 'reading member cards', this.#readAll(missing));
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'some member cards could not be read');
      // Nobody is to wait again for a read that hangs.
      for (const userId of missing) this.#loading.delete(userId);
    }
  }

  #touch(userId: number): boolean {
    const known = this.#known.get(userId);
    if (known === undefined) return false;
    this.#known.delete(userId);
    this.#known.set(userId, known);
    return true;
  }

  async #readAll(userIds: readonly number[]): Promise<void> {
    for (let from = 0; from < userIds.length; from += readsAtOnce) {
      await Promise.all(userIds.slice(from, from + readsAtOnce).map((userId) => this.#read(userId)));
    }
  }

  /** One read per member at a time, however many ask. */
  #read(userId: number): Promise<void> {
    const running = this.#loading.get(userId);
    if (running !== undefined) return running;
    const loading = this.#readUntilCurrent(userId).finally(() => {
      if (this.#loading.get(userId) === loading) this.#loading.delete(userId);
    });
    this.#loading.set(userId, loading);
    return loading;
  }

  async #readUntilCurrent(userId: number): Promise<void> {
    do {
      this.#outdated.delete(userId);
      this.#remember(userId, await this.#fold(userId));
    } while (this.#outdated.has(userId));
  }

  async #fold(userId: number): Promise<Known> {
    let known: Known = { card: null, revision: -1 };
    for await (const event of this.#options.eventStore.readStream(streams.user(userId))) {
      const card = userFold.owns(event) ? memberCardAfter(known.card, event) : known.card;
      known = { card, revision: event.revision };
    }
    return known;
  }

  #remember(userId: number, known: Known): void {
    if ((this.#known.get(userId)?.revision ?? -1) > known.revision) return;
    this.#known.set(userId, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#options.capacity) return;
      this.#known.delete(oldest);
    }
  }
}
