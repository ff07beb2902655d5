import type { Logger } from '@pmcw/resilience';
import type { Push } from '@pmcw/vault';
import type { Hub } from '../sockets/hub.ts';

const lookEveryMs = 1_000;
/** Presence expires, so it is shared again. */
const shareEveryMs = 10_000;
/** For presence shared by a process that died. */
const holdsMs = 3 * shareEveryMs;

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
  #sharing: Promise<void> = Promise.resolve();
  #shared: readonly number[] = [];
  #sharedAt = Number.NEGATIVE_INFINITY;

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
    if (this.#shared.length > 0) this.#share([]);
    await this.#sharing;
  }

  #look(): void {
    const seen = this.#options.hub.seenMembers();
    const isNews =
      seen.length !== this.#shared.length || seen.some((userId, at) => userId !== this.#shared[at]);
    const isDue = seen.length > 0 && performance.now() - this.#sharedAt >= shareEveryMs;
    if (isNews || isDue) this.#share(seen);
  }

  #share(seen: readonly number[]): void {
    const { process, push, logger } = this.#options;
    this.#shared = seen;
    this.#sharedAt = performance.now();
    // Sequential, so that no older state overwrites a newer one.
    this.#sharing = this.#sharing
      .then(() => push.see(process, seen, holdsMs))
      .catch((error: unknown) => {
        this.#sharedAt = Number.NEGATIVE_INFINITY;
        logger.warn({ err: error }, 'could not share which members have a visible page here');
      });
  }
}
