import type { ProductEvents } from '@pmcw/contracts/events';
import { type EventStore, type Following, follow, type RecordedEvent } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import type { Acquaintance, Vault } from '@pmcw/vault';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';

const bookmark = 'acquaintances';
/** About a hundred bytes each. */
const mostKept = 200_000;
const keyOf = ([userId, peerId]: Acquaintance): string => `${userId} ${peerId}`;

export interface KnownPeersParts {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Pick<Vault, 'acquaintances' | 'bookmarks'>;
  readonly logger: Logger;
}

/**
 * Members know the peers they have written to. Known pairs stay in memory, so that conversations cost no reads.
 * Messages of earlier releases, which noted nothing, are read once from the log; until then, all members are known.
 */
export class KnownPeers {
  readonly #parts: KnownPeersParts;
  /** With `max` instead, it would take the room of all when it is made. */
  readonly #known = new LRUCache<string, true>({ maxSize: mostKept, sizeCalculation: () => 1 });
  /** Those of all requests that came in the same turn of the event loop, in one statement. */
  readonly #lookUps = new DataLoader<Acquaintance, boolean>((pairs) => this.#lookUp(pairs), {
    cache: false,
    batchScheduleFn: (run) => setImmediate(run),
  });
  #filling: Following | null = null;
  #isFilled = false;

  constructor(parts: KnownPeersParts) {
    this.#parts = parts;
  }

  start(): void {
    const { eventStore, vault, logger } = this.#parts;
    const { engine } = eventStore;
    this.#filling = follow(eventStore, {
      filter: { types: ['MessageSent'] },
      turn: async (readOn, stopping) => {
        const head = await eventStore.head();
        const noted = await vault.bookmarks.find(bookmark);
        const filled = new AbortController();
        const from = noted?.engine === engine && noted.position <= head ? noted.position : 0n;
        const handle = async (events: readonly RecordedEvent<ProductEvents>[], position: bigint) => {
          await vault.acquaintances.add(events.flatMap(acquaintancesIn));
          await vault.bookmarks.set(bookmark, { engine, position });
          if (position >= head) filled.abort();
        };
        if (from < head)
          await readOn(from, ({ events, position }) => handle(events, position), filled.signal);
        if (stopping.aborted) return;
        this.#isFilled = true;
        void this.#filling?.stop();
      },
      skipsUnreadable: true,
      onFailure: (failure) => logger.error(failure, 'all members count as known to each other; trying again'),
    });
  }

  async isKnown(pair: Acquaintance): Promise<boolean> {
    const isKnown = this.#known.has(keyOf(pair)) || (await this.#lookUps.load(pair));
    return isKnown || !this.#isFilled;
  }

  async #lookUp(pairs: readonly Acquaintance[]): Promise<readonly boolean[]> {
    const known = new Set((await this.#parts.vault.acquaintances.known(pairs)).map(keyOf));
    for (const key of known) this.#known.set(key, true);
    return pairs.map((pair) => known.has(keyOf(pair)));
  }

  /** Before a message is stored, so that its answer is never one to an unknown member. */
  async note(pair: Acquaintance): Promise<void> {
    if (this.#known.has(keyOf(pair))) return;
    await this.#parts.vault.acquaintances.add([pair]);
    this.#known.set(keyOf(pair), true);
  }

  async close(): Promise<void> {
    await this.#filling?.stop();
  }
}

/** By messages of earlier releases, both members know each other. */
function acquaintancesIn({ type, data }: RecordedEvent<ProductEvents>): readonly Acquaintance[] {
  if (type !== 'MessageSent' || data.receiverId === null) return [];
  const { senderId, receiverId, isRequest } = data;
  const sent: Acquaintance = [senderId, receiverId];
  return isRequest === undefined ? [sent, [receiverId, senderId]] : [sent];
}
