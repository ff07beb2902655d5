import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import { pause, spread } from '@pmcw/resilience';
import type { IntendedErasure, Vault } from '@pmcw/vault';
import type { Members } from '../members/members.ts';

const bookmark = 'erasures';
const abandonedMs = 60_000;
/** Average intervals. */
const every = { intentionsMs: 15_000, reviewMs: 60 * 60_000 };

interface Failure {
  readonly error: unknown;
}

export interface ErasingParts {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Pick<Vault, 'erasures' | 'bookmarks' | 'forgetMember'>;
  readonly members: Members;
  readonly logger: Logger;
}

/**
 * Erases members after a crash halfway, or when a restored vault brought them back. Idempotent, also in several
 * processes.
 */
export class Erasing {
  readonly #parts: ErasingParts;
  readonly #closing = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(parts: ErasingParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running = Promise.all([
      this.#repeat(every.reviewMs, () => this.review()),
      this.#repeat(every.intentionsMs, () => this.finishIntended()),
    ]);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  /** A later run retries failures. @returns whether all is erased */
  async finishNow(userId: number, intended: IntendedErasure | null): Promise<boolean> {
    const { vault, logger } = this.#parts;
    try {
      await vault.forgetMember(userId);
      if (intended !== null) await vault.erasures.settle(intended);
      return true;
    } catch (error) {
      logger.warn({ err: error, userId }, 'an erasure is not finished yet; it will be tried again');
      return false;
    }
  }

  /** Drops intentions without an event after a minute. */
  async finishIntended(): Promise<void> {
    const { vault, members } = this.#parts;
    const failure = await this.#each(await vault.erasures.unfinished(), async (intended) => {
      const { state } = await members.load(intended.userId);
      const isAbandoned = intended.ageMs > abandonedMs;
      if (state.status === 'deleted') await vault.forgetMember(intended.userId);
      else if (!isAbandoned) return;
      await vault.erasures.settle(intended);
    });
    if (failure !== null) throw failure.error;
  }

  /** @returns the first failure, or null */
  async #each<T extends { readonly userId: number }>(
    all: readonly T[],
    work: (one: T) => Promise<void>,
  ): Promise<Failure | null> {
    let first: Failure | null = null;
    for (const one of all) {
      try {
        await work(one);
      } catch (error) {
        this.#parts.logger.warn({ err: error, userId: one.userId }, 'a member could not be forgotten yet');
        first ??= { error };
      }
    }
    return first;
  }

  /**
   * Erases members deleted after the bookmark, which a restored vault has further back. Ignores a bookmark of another
   * log. @returns how many there were
   */
  async review(): Promise<number> {
    const { eventStore, vault } = this.#parts;
    const { engine } = eventStore;
    const last = await vault.bookmarks.find(bookmark);
    const isOfThisLog = last?.engine === engine && last.position <= (await eventStore.head());
    let position = isOfThisLog ? last.position : 0n;
    let found = 0;
    let failure: Failure | null = null;
    for (let isLive = false; !isLive && !this.#closing.signal.aborted; ) {
      const page = await eventStore.readAll(position, { types: ['UserDeleted'] });
      const deleted = page.events.flatMap((event) => (event.type === 'UserDeleted' ? [event.data] : []));
      failure = (await this.#each(deleted, ({ userId }) => vault.forgetMember(userId))) ?? failure;
      found += deleted.length;
      ({ position, live: isLive } = page);
      if (failure === null) await vault.bookmarks.set(bookmark, { engine, position });
    }
    if (failure !== null) throw failure.error;
    return found;
  }

  /** Random pauses, so that processes don't run in step. */
  async #repeat(everyMs: number, work: () => Promise<unknown>): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const isDone = await work().then(
        () => true,
        (error: unknown) => {
          this.#parts.logger.warn({ err: error }, 'erasures could not be looked at; trying again');
          return false;
        },
      );
      await pause(spread(isDone ? everyMs : Math.min(everyMs, every.intentionsMs)), signal);
    }
  }
}
