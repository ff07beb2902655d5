import { createStore } from '../../base/storage/store.ts';
import type { Clock } from './clock.ts';
import type { MemberDatabase } from './database.ts';
import { moveToDisk } from './moveToDisk.ts';
import { openOnDisk } from './open.ts';
import { isOutdated } from './outdated.ts';
import { storageTrouble } from './storageTrouble.ts';

const firstRetryMs = 5_000;
const lastRetryMs = 5 * 60_000;
/** Time for screens to write their last text to memory. */
const afterwardsMs = 300;

interface SwitchOverOptions {
  readonly memory: MemberDatabase;
  readonly clock: Clock;
  /** Writes no longer to memory. */
  readonly onLeave: () => void;
  /** Continues with the stored database, or after a failure again with that in memory. */
  readonly onSwitched: (db: MemberDatabase) => void;
}

/**
 * Retries to open the stored database of a member whose data is in memory, then moves the data there and switches over.
 */
export class SwitchOver {
  readonly #options: SwitchOverOptions;
  readonly #listening = new AbortController();
  #attempt: Promise<void> | null = null;
  #retryMs = firstRetryMs;
  #cancelRetry: () => void = () => undefined;

  constructor(options: SwitchOverOptions) {
    this.#options = options;
  }

  start(): void {
    currentSwitchOver.set(this);
    this.#retryLater();
    const { signal } = this.#listening;
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && void this.tryNow(),
      { signal },
    );
  }

  stop(): void {
    this.#listening.abort();
    this.#cancelRetry();
    if (currentSwitchOver.get() === this) currentSwitchOver.set(null);
  }

  /** One attempt at a time. Never rejects. */
  tryNow(): Promise<void> {
    this.#attempt ??= this.#try().finally(() => {
      this.#attempt = null;
    });
    return this.#attempt;
  }

  async #try(): Promise<void> {
    this.#cancelRetry();
    const { memory, clock } = this.#options;
    try {
      const disk = await openOnDisk(memory.owner, clock);
      if (this.#listening.signal.aborted) return disk.close();
      await this.#switchTo(disk);
    } catch (error) {
      if (isOutdated.get()) return this.stop();
      console.info('This browser still keeps no messages', error);
      if (!this.#listening.signal.aborted) this.#retryLater();
    }
  }

  async #switchTo(disk: MemberDatabase): Promise<void> {
    const { memory, clock, onLeave, onSwitched } = this.#options;
    onLeave();
    try {
      await moveToDisk(memory, disk);
    } catch (error) {
      disk.close();
      onSwitched(memory);
      throw error;
    }
    this.stop();
    storageTrouble.set('none');
    onSwitched(disk);
    clock.after(afterwardsMs, () => {
      moveToDisk(memory, disk).then(
        () => memory.close(),
        (error: unknown) => console.error('The last text could not be stored on this device', error),
      );
    });
  }

  #retryLater(): void {
    this.#cancelRetry = this.#options.clock.after(this.#retryMs, () => void this.tryNow());
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
  }
}

/** Of the signed-in member while their data is in memory; null otherwise. */
export const currentSwitchOver = createStore<SwitchOver | null>(null);
