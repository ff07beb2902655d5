import type { MemberCard } from '@pmcw/contracts';
import { memberCardFold, memberCardOf, type ProductEvents, streams, userFold } from '@pmcw/contracts/events';
import { ERASED, type EventStore, foldStream, type RecordedEvent } from '@pmcw/event-store';
import { type Logger, Turns, within } from '@pmcw/resilience';
import type { Snapshots } from '@pmcw/vault';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

export type RecordedCardEvent = Extract<
  RecordedEvent<ProductEvents>,
  { type: (typeof memberCardFold.types)[number] }
>;

/** Shown for a sender who is not in the log (any longer). */
const erasedMember: MemberCard = { username: ERASED, fullName: ERASED, avatarUrl: null };

interface Known {
  readonly card: MemberCard | null;
  /** -1 before the first event. */
  readonly revision: number;
}

interface Read {
  readonly later: Map<string, RecordedCardEvent>;
  readonly done: Promise<void>;
  /** Only one push waits for a read. */
  hasBeenWaitedFor: boolean;
}

const readsAtOnce = 16;
/** Others are requested again with the member's next message. */
const mostReads = 2_000;

export interface MemberCardsOptions {
  readonly eventStore: Pick<EventStore<ProductEvents>, 'readStream'>;
  readonly snapshots: Pick<Snapshots, 'find'>;
  readonly logger: Logger;
  readonly capacity: number;
  readonly loadMs: number;
  readonly readMs: number;
}

/** Cards of recent senders: read on first use, then kept current by events. */
export class MemberCards {
  readonly #options: MemberCardsOptions;
  readonly #known: LRUCache<number, Known>;
  readonly #reads = new Map<number, Read>();
  readonly #slots = new Turns({ atOnce: readsAtOnce });

  constructor(options: MemberCardsOptions) {
    this.#options = options;
    // With `max` instead, it would take the room of all now.
    this.#known = new LRUCache({ maxSize: options.capacity, sizeCalculation: () => 1 });
  }

  /** A placeholder for an erased member; null while unknown, which doesn't mean erased. */
  of(userId: number): MemberCard | null {
    const known = this.#known.peek(userId);
    return known === undefined ? null : (known.card ?? erasedMember);
  }

  apply(event: RecordedCardEvent): void {
    const { userId } = event.data;
    this.#reads.get(userId)?.later.set(event.type, event);
    const known = this.#known.peek(userId);
    if (known !== undefined) this.#known.set(userId, after(known, event));
  }

  want(userIds: Iterable<number>): void {
    for (const userId of userIds) if (this.#known.get(userId) === undefined) void this.#read(userId);
  }

  /** Waits up to `loadMs`; only the first caller waits for a slow card. Never rejects. */
  async load(userIds: Iterable<number>): Promise<void> {
    const missing = [...new Set(userIds)].filter(
      (userId) => this.#known.get(userId) === undefined && this.#reads.get(userId)?.hasBeenWaitedFor !== true,
    );
    if (missing.length === 0) return;
    const { loadMs, logger } = this.#options;
    const reading = missing.map((userId) => this.#read(userId));
    for (const userId of missing) this.#markWaitedFor(userId);
    try {
      await within(loadMs, 'reading member cards', Promise.all(reading));
    } catch (error) {
      logger.warn({ err: error }, 'some member cards could not be read in time');
    }
  }

  #markWaitedFor(userId: number): void {
    const read = this.#reads.get(userId);
    if (read !== undefined) read.hasBeenWaitedFor = true;
  }

  #read(userId: number): Promise<void> {
    const running = this.#reads.get(userId);
    if (running !== undefined) return running.done;
    if (this.#reads.size >= mostReads) return Promise.resolve();
    const later: Read['later'] = new Map();
    const done = this.#readInTurn(userId, later).finally(() => this.#reads.delete(userId));
    this.#reads.set(userId, { later, done, hasBeenWaitedFor: false });
    return done;
  }

  async #readInTurn(userId: number, later: Read['later']): Promise<void> {
    const { readMs, logger } = this.#options;
    const release = await this.#slots.take();
    try {
      const known = await within(readMs, 'reading a member card', this.#fold(userId));
      const inOrder = [...later.values()].toSorted((a, b) => a.revision - b.revision);
      this.#remember(userId, inOrder.reduce(after, known));
    } catch (error) {
      logger.warn({ err: error }, 'a member card could not be read');
    } finally {
      release();
    }
  }

  async #fold(userId: number): Promise<Known> {
    const { eventStore, snapshots } = this.#options;
    const { name, schema } = userFold.snapshot;
    const { state, revision } = await foldStream<ProductEvents, MemberCard | null>(
      eventStore,
      streams.user(userId),
      {
        initialState: null,
        evolve: (card, event) => (memberCardFold.owns(event) ? memberCardFold.evolve(card, event) : card),
        async findSnapshot() {
          const found = await snapshots.find(userId, name);
          return found && { ...found, state: memberCardOf(z.decode(schema, JSON.parse(found.state))) };
        },
      },
    );
    return { card: state, revision: revision ?? -1 };
  }

  #remember(userId: number, known: Known): void {
    if ((this.#known.peek(userId)?.revision ?? -1) <= known.revision) this.#known.set(userId, known);
  }
}

function after(known: Known, event: RecordedCardEvent): Known {
  if (event.revision <= known.revision) return known;
  return { card: memberCardFold.evolve(known.card, event), revision: event.revision };
}
