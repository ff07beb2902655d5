import type { Logger } from '@pmcw/resilience';
import type { Push } from '@pmcw/vault';
import type { Hub } from '../sockets/hub.ts';

const lookEveryMs = 1_000;
/** Presence expires, so it is shared again. */
const tellEveryMs = 10_000;
/** For presence shared by a process that died. */
const holdsMs = 3 * tellEveryMs;

export interface PresenceOptions {
  readonly process: string;
  readonly push: Pick<Push, 'see' | 'isSeen'>;
  readonly hub: Hub;
  readonly logger: Logger;
}

/** Members with a visible page at this process or, as far as shared, at others. */
export class Presence {
  readonly #options: PresenceOptions;
  #timer: NodeJS.Timeout | null = null;
  #telling: Promise<void> = Promise.resolve();
  #told: readonly number[] = [];
  #toldAt = 0;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  /** If the vault does not answer, only this process's sockets count. */
  async isSeen(userId: number): Promise<boolean> {
    const { hub, push, logger } = this.#options;
    if (hub.isSeen(userId)) return true;
    try {
      return await push.isSeen(userId);
    } catch (error) {
      logger.warn({ err: error }, 'could not read which members have a visible page at other gateways');
      return false;
    }
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    if (this.#told.length > 0) this.#tell([]);
    await this.#telling;
  }

  #look(): void {
    const seen = this.#options.hub.seenMembers();
    const isNews = seen.length !== this.#told.length || seen.some((userId, at) => userId !== this.#told[at]);
    const isDue = seen.length > 0 && Date.now() - this.#toldAt >= tellEveryMs;
    if (isNews || isDue) this.#tell(seen);
  }

  #tell(seen: readonly number[]): void {
    const { process, push, logger } = this.#options;
    this.#told = seen;
    this.#toldAt = Date.now();
    // Sequential, so that no older state overwrites a newer one.
    this.#telling = this.#telling
      .then(() => push.see(process, seen, holdsMs))
      .catch((error: unknown) => {
        this.#toldAt = 0;
        logger.warn({ err: error }, 'could not share which members have a visible page here');
      });
  }
}
