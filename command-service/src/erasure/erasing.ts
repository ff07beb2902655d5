import { setTimeout as sleep } from 'node:timers/promises';
import { type ProductEvents, streams } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import type { IntendedErasure, Vault } from '@pmcw/vault';
import type { Members } from '../members/members.ts';
import type { ServiceLogger } from '../serviceLogger.ts';

/** Name of the bookmark in the vault: up to there the log was looked through. */
const bookmark = 'erasures';
/** An intention that the log says nothing about came to nothing, after so long. */
const abandonedMs = 60_000;
/** How often intentions are looked at, and how often the log is looked through; give or take a half. */
const every = { intentionsMs: 15_000, reviewMs: 60 * 60_000 };

interface Failure {
  readonly error: unknown;
}

/** What erasing works with. */
export interface ErasingParts {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Pick<Vault, 'erasures' | 'bookmarks' | 'forgetMember'>;
  readonly members: Members;
  readonly logger: ServiceLogger;
}

/**
 * Sees to it that members whom the log says to be deleted are forgotten: those whose deletion crashed half-way, and
 * those whom a restored backup of the vault has brought back. Several processes may do so at once; each step may be
 * taken again.
 */
export class Erasing {
  readonly #parts: ErasingParts;
  readonly #closing = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(parts: ErasingParts) {
    this.#parts = parts;
  }

  /** Begins to look, now and every so often. */
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

  /**
   * Forgets a member whose deletion is in the log. What fails is left to the next look: the deletion stands anyway.
   * @returns whether all of it is done
   */
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

  /** Finishes the erasures that were intended and are in the log, and drops those that are not after a minute. */
  async finishIntended(): Promise<void> {
    const { vault, members } = this.#parts;
    const failure = await this.#each(await vault.erasures.unfinished(), async (intended) => {
      const { state } = await members.states.load(streams.user(intended.userId));
      const isAbandoned = intended.ageMs > abandonedMs;
      if (state.status === 'deleted') await vault.forgetMember(intended.userId);
      else if (!isAbandoned) return;
      await vault.erasures.settle(intended);
    });
    if (failure !== null) throw failure.error;
  }

  /** Does something for each of them, whatever becomes of the others. @returns the first failure, null when there was none */
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
   * Looks through the log for deleted members, from where it was looked through last, and forgets them. A vault that
   * was restored from a backup has an earlier bookmark; a place of another log is no place of this one.
   * @returns how many were found
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
      // Who could not be forgotten is looked for again.
      if (failure === null) await vault.bookmarks.set(bookmark, { engine, position });
    }
    if (failure !== null) throw failure.error;
    return found;
  }

  /** Works at once and then again and again; half of each pause is chance, so that processes don't go in step. */
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
      const pauseMs = (isDone ? everyMs : Math.min(everyMs, every.intentionsMs)) * (0.5 + Math.random());
      // An abort is how a wait ends early here, so its rejection says nothing new.
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
