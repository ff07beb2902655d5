import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';

/** Pages of messages that are read at most to catch up; what lies further back counts as read when somebody marks it. */
const mostPages = 20;
/** Conversations whose newest message is remembered. */
const mostConversations = 50_000;

/** The key of a conversation: of both members, or of the global chat where there is no other. */
const conversationOf = (one: number, other: number | null): string =>
  other === null ? 'global' : `${Math.min(one, other)} ${Math.max(one, other)}`;

/**
 * Where the newest message of each conversation is in the log. Read on only when somebody asks, each message once, so that
 * it costs those who send nothing.
 */
export class NewestMessages {
  readonly #eventStore: Pick<EventStore<ProductEvents>, 'head' | 'readAll'>;
  /** In order of position, the oldest first. */
  readonly #positions = new Map<string, bigint>();
  /** The messages of conversations that are not remembered lie at or before it. */
  #floor = 0n;
  #reached = 0n;
  #reading: Promise<void> = Promise.resolve();

  constructor(eventStore: Pick<EventStore<ProductEvents>, 'head' | 'readAll'>) {
    this.#eventStore = eventStore;
  }

  /** Position of the newest message between two members, or in the global chat; one behind it where it is long ago. */
  async of(memberId: number, otherId: number | null): Promise<bigint> {
    const reading = this.#reading.then(() => this.#readOn());
    this.#reading = reading.catch(() => undefined);
    await reading;
    return this.#positions.get(conversationOf(memberId, otherId)) ?? this.#floor;
  }

  async #readOn(): Promise<void> {
    const head = await this.#eventStore.head();
    for (let page = 0; this.#reached < head; page += 1) {
      if (page === mostPages) return this.#startAt(head);
      const { events, position } = await this.#eventStore.readAll(this.#reached, { types: ['MessageSent'] });
      for (const event of events) {
        if (event.type !== 'MessageSent') continue;
        this.#remember(conversationOf(event.data.senderId, event.data.receiverId), event.position);
      }
      this.#reached = position;
    }
  }

  #startAt(head: bigint): void {
    this.#positions.clear();
    this.#floor = head;
    this.#reached = head;
  }

  #remember(conversation: string, position: bigint): void {
    this.#positions.delete(conversation);
    this.#positions.set(conversation, position);
    if (this.#positions.size <= mostConversations) return;
    for (const [oldest, at] of this.#positions) {
      this.#positions.delete(oldest);
      this.#floor = at;
      return;
    }
  }
}
