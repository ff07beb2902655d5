import { setTimeout as sleep } from 'node:timers/promises';
import { type ProductEvents, streams } from '@pmcw/contracts/events';
import type { Batch, EventStore, RecordedEvent } from '@pmcw/event-store';
import type { Vault } from '@pmcw/vault';
import type { Members } from '../accounts/members.ts';
import type { ServiceLogger } from '../serviceLogger.ts';

/** Name of the bookmark in the vault. */
const bookmark = 'signing-out';

/** Events after which a member has no business here. */
const types = ['UserSuspended', 'UserDeleted'] as const;

/** While nothing happens, how far the log was followed is noted this often. */
const noteEveryMs = 60_000;

/** Pauses before following again: the first, and the longest. */
const again = { firstMs: 100, mostMs: 2_000 };

/** What signing out works with. */
export interface SigningOutParts {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Pick<Vault, 'sessions' | 'bookmarks'>;
  readonly members: Members;
  readonly logger: ServiceLogger;
}

/**
 * Ends the sessions, and so the sockets, of members whom the log says to be suspended or deleted, whichever process
 * appended that: it may have died before it ended them itself. The log is followed on from where any process got to, so
 * what happened while none ran is found at the next start.
 */
export class SigningOut {
  readonly #parts: SigningOutParts;
  readonly #closing = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #failuresInRow = 0;
  #notedAt = 0;

  constructor(parts: SigningOutParts) {
    this.#parts = parts;
  }

  /** Begins to follow the log; what ends that is waited out, and following begins anew. */
  start(): void {
    this.#running = this.#followAgainAndAgain();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #followAgainAndAgain(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#follow(signal);
      } catch (error) {
        const full = Math.min(again.mostMs, again.firstMs * 2 ** Math.min(this.#failuresInRow, 20));
        this.#failuresInRow += 1;
        // Half of it is chance, so that several processes don't come back in step.
        const wait = full * (0.5 + Math.random() / 2);
        this.#parts.logger.error({ err: error, wait }, 'suspensions are not followed; trying again');
        // An abort is how the wait ends early here, so its rejection says nothing new.
        await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** Resolves when the service closes. */
  async #follow(signal: AbortSignal): Promise<void> {
    const { eventStore } = this.#parts;
    const after = await this.#place();
    if (signal.aborted) return;
    const subscription = eventStore.subscribe(after, (batch) => this.#takeIn(batch), { filter: { types } });
    const stop = () => void subscription.stop();
    signal.addEventListener('abort', stop);
    try {
      await subscription.done;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Where to begin: what was noted of another log, or of a longer one, is no place of this one. */
  async #place(): Promise<bigint> {
    const { eventStore, vault } = this.#parts;
    const noted = await vault.bookmarks.find(bookmark);
    const isOfThisLog = noted?.engine === eventStore.engine && noted.position <= (await eventStore.head());
    return isOfThisLog ? noted.position : 0n;
  }

  async #takeIn({ events, position }: Batch<RecordedEvent<ProductEvents>>): Promise<void> {
    const { eventStore, vault } = this.#parts;
    const concerned = new Set(events.flatMap(({ data }) => ('userId' in data ? [data.userId] : [])));
    for (const userId of concerned) await this.#signOut(userId);
    this.#failuresInRow = 0;
    const now = Date.now();
    if (concerned.size === 0 && now - this.#notedAt < noteEveryMs) return;
    await vault.bookmarks.set(bookmark, { engine: eventStore.engine, position });
    this.#notedAt = now;
  }

  /** By what the log says now: who was let in again meanwhile stays. */
  async #signOut(userId: number): Promise<void> {
    const { vault, members } = this.#parts;
    const { state } = await members.states.load(streams.user(userId));
    if (state.status === 'deleted') await vault.sessions.endAll(userId, 'deleted');
    else if (state.status === 'registered' && state.isSuspended) {
      await vault.sessions.endAll(userId, 'suspended');
    }
  }
}
