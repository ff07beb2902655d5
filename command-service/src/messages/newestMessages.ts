import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';

/** Older conversations get the head as their position. */
const mostPages = 20;
const mostConversations = 50_000;

/** `other` is null for the global chat. */
const conversationOf = (one: number, other: number | null): string =>
  other === null ? 'global' : `${Math.min(one, other)} ${Math.max(one, other)}`;

/** Reads the log only on request and each message once, so that senders pay nothing. */
export class NewestMessages {
  readonly #eventStore: Pick<EventStore<ProductEvents>, 'head' | 'readAll'>;
  /** Oldest first. */
  readonly #positions = new Map<string, bigint>();
  /** Conversations that are not in memory have no message after it. */
  #floor = 0n;
  #reached = 0n;
  #reading: Promise<void> = Promise.resolve();

  constructor(eventStore: Pick<EventStore<ProductEvents>, 'head' | 'readAll'>) {
    this.#eventStore = eventStore;
  }

  /** Returns a later position if the newest message is old. */
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
