import type { Push } from '@pmcw/vault';
import type { GatewayLogger } from '../observer.ts';
import type { Hub } from '../sockets/hub.ts';

/** How often it is looked at who has a page on screen, in milliseconds; others are told when that has changed. */
const lookEveryMs = 1_000;
/** They are told again after so long, for they forget. */
const tellEveryMs = 10_000;
/** What a process that is gone has said holds no longer than this. */
const holdsMs = 3 * tellEveryMs;

/** What presence is made of. */
export interface PresenceOptions {
  /** Names this process among the others. */
  readonly process: string;
  readonly push: Pick<Push, 'see' | 'isSeen'>;
  readonly hub: Hub;
  readonly logger: GatewayLogger;
}

/** Who has a page on screen, at this process and, as far as they have said, at the others. */
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

  /** Whether a member sees a page now. When the vault does not answer: as far as this process knows. */
  async isSeen(userId: number): Promise<boolean> {
    const { hub, push, logger } = this.#options;
    if (hub.isSeen(userId)) return true;
    try {
      return await push.isSeen(userId);
    } catch (error) {
      logger.warn({ err: error }, 'who has a page on screen elsewhere is not known');
      return false;
    }
  }

  /** Tells the others that nobody is here any more. */
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
    // In turn: what was seen first must not be said last.
    this.#telling = this.#telling
      .then(() => push.see(process, seen, holdsMs))
      .catch((error: unknown) => {
        this.#toldAt = 0;
        logger.warn({ err: error }, 'the others do not know who has a page on screen here');
      });
  }
}
