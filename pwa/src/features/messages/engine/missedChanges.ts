import { singleFlight } from '@pmcw/resilience';
import type { Applied } from '../../../device/offline/apply.ts';
import type { Clock } from '../../../device/offline/clock.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import type { Writer } from '../../../device/offline/writer.ts';
import { Spread } from '../../../device/realtime/spread.ts';
import { catchUp, type FetchChanges } from '../../../device/realtime/sync.ts';

interface MissedChangesOptions {
  readonly db: MemberDatabase;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly fetchChanges: FetchChanges;
  readonly onApplied: (applied: Applied) => void;
}

/** Changes fetched over HTTP: one catch-up at a time in a tab, whether the socket or its absence is the reason. */
export class MissedChanges {
  readonly #spread: Spread;
  /**
   * Fetches and applies the changes after the cursor, or waits for the catch-up under way.
   * @returns the position reached; null without a cursor
   */
  readonly fetch: () => Promise<string | null>;

  constructor({ db, writer, clock, fetchChanges, onApplied }: MissedChangesOptions) {
    this.fetch = singleFlight(() => catchUp(db, writer, fetchChanges, onApplied));
    // For networks that block sockets, at each attempt to connect; the next attempt repeats a failure.
    this.#spread = new Spread(clock, () => void this.fetch().catch(() => undefined));
  }

  /** Within seconds, unless `cancel` comes first. */
  soon(): void {
    this.#spread.soon();
  }

  cancel(): void {
    this.#spread.cancel();
  }
}
