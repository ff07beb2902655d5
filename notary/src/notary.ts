import type { KeyObject } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Deletion, Receipt } from '@pmcw/contracts';
import type { EventLog, Subscription } from '@pmcw/event-store';
import { backoffMs } from '@pmcw/resilience';
import { type AuditFolder, makeFolder, signingKeyOf } from './folder.ts';
import { lockFile } from './folderLock.ts';
import { GrowingTree } from './growingTree.ts';
import { receiptOf } from './receipts.ts';

export interface NotaryOptions {
  readonly log: EventLog;
  readonly folder: AuditFolder;
  /** By default made and stored in the folder. */
  readonly signingKey?: KeyObject | undefined;
  readonly checkpointEveryMs?: number;
  /** Called on each failure; the notary then restarts automatically. */
  readonly onFailure: (error: unknown) => void;
}

/** `standby`: another process writes the folder. `failed`: log or disk are unavailable; it retries. */
export type NotaryState = 'standby' | 'following' | 'failed' | 'stopped';

export interface NotaryStatus {
  readonly state: NotaryState;
  readonly size: number;
  readonly waiting: number;
  readonly position: bigint;
  readonly signedAt: Date | null;
}

const askEveryMs = 500;
const retryMs = { firstMs: 100, mostMs: 30_000 };

/**
 * Follows the log, adds each event to a Merkle tree, and signs the tree regularly. One process per folder writes, and
 * another takes over when it ends. After a failure it restarts at the last checkpoint, with growing pauses.
 */
export class Notary {
  readonly #options: NotaryOptions;
  #state: NotaryState = 'standby';
  #lock: FileHandle | null = null;
  #key: KeyObject | null = null;
  #tree: GrowingTree | null = null;
  #subscription: Subscription | null = null;
  #signing: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;
  #failures = 0;
  #isStopping = false;
  #beginning: Promise<void> = Promise.resolve();

  private constructor(options: NotaryOptions) {
    this.#options = options;
  }

  /**
   * Locks the folder and follows the log, or becomes a standby.
   * @throws OtherLogError if signed events are not in the log
   * @throws OtherKeyError if the folder was signed with another key
   * @throws Error if the tree has lost signed nodes
   */
  static async start(options: NotaryOptions): Promise<Notary> {
    const notary = new Notary(options);
    try {
      await notary.#begin();
    } catch (error) {
      await notary.#tree?.close();
      await notary.#lock?.close();
      throw error;
    }
    notary.#signing = setInterval(() => void notary.sign(), notary.#everyMs).unref();
    return notary;
  }

  get size(): number {
    return this.#tree?.size ?? 0;
  }

  get status(): NotaryStatus {
    const last = this.#tree?.last ?? null;
    return {
      state: this.#state,
      size: this.size,
      waiting: this.size - (last?.size ?? 0),
      position: this.#tree?.position ?? 0n,
      signedAt: last === null ? null : new Date(last.time),
    };
  }

  async sign(): Promise<void> {
    if (this.#state === 'following') await this.#tree?.sign().catch((error: unknown) => this.#lost(error));
  }

  /**
   * Signs a receipt for a deletion. The log can't know whether everything is erased already.
   * @returns null if the log has no such deletion, or this notary can't sign now
   */
  async receiptOf(deletion: Deletion): Promise<Receipt | null> {
    if (this.#state !== 'following' || this.#key === null) return null;
    const checkpointBy = new Date(Date.now() + 2 * this.#everyMs).toISOString();
    const promise = { checkpointBy, checkpoint: this.#tree?.last ?? null };
    return receiptOf(deletion, promise, { log: this.#options.log, key: this.#key });
  }

  /** Signs what is there, and releases the folder. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#signing);
    clearTimeout(this.#again);
    await this.#beginning;
    await this.#subscription?.stop();
    await this.sign();
    this.#state = 'stopped';
    await this.#tree?.close();
    await this.#lock?.close();
  }

  get #everyMs(): number {
    return this.#options.checkpointEveryMs ?? 60_000;
  }

  async #begin(): Promise<void> {
    const { folder, log, signingKey } = this.#options;
    await makeFolder(folder);
    this.#lock ??= await lockFile(folder.lock);
    if (this.#lock === null) {
      this.#state = 'standby';
      return this.#beginIn(askEveryMs);
    }
    this.#key = await signingKeyOf(folder, signingKey);
    const tree = await GrowingTree.open(folder, log, this.#key);
    this.#tree = tree;
    this.#state = 'following';
    this.#subscription = log.subscribe(tree.position, async ({ events }) => {
      await tree.add(events);
      this.#failures = 0;
    });
    this.#subscription.done.catch((error: unknown) => this.#lost(error));
  }

  #lost(error: unknown): void {
    if (this.#state === 'failed') return;
    this.#state = 'failed';
    this.#failed(error);
  }

  #failed(error: unknown): void {
    this.#options.onFailure(error);
    this.#failures += 1;
    this.#beginIn(backoffMs(this.#failures, retryMs));
  }

  #beginIn(milliseconds: number): void {
    if (this.#isStopping) return;
    this.#again = setTimeout(() => {
      this.#beginning = this.#beginAnew();
    }, milliseconds);
  }

  async #beginAnew(): Promise<void> {
    try {
      await this.#subscription?.stop();
      await this.#tree?.close();
      await this.#begin();
    } catch (error) {
      this.#state = 'failed';
      this.#failed(error);
    }
  }
}
