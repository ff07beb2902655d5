import type { KeyObject } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Deletion, Receipt } from '@pmcw/contracts';
import {
  type Batch,
  type EventLog,
  type Following,
  follow,
  type ReadOn,
  type StoredEvent,
} from '@pmcw/event-store';
import { pause } from '@pmcw/resilience';
import { makeFolder } from '@pmcw/resilience/files';
import { explained } from '@pmcw/runtime';
import { type AuditFolder, signingKeyOf } from './folder.ts';
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
/** Pause before the next page, unless it is there already: each addition writes to several files. */
const gatheringMs = 250;
const retryMs = { firstMs: 100, mostMs: 30_000 };

/**
 * Follows the log, adds each event to a Merkle tree, and signs the tree regularly. One process per folder writes, and
 * another takes over when it ends. After a failure it restarts at the last checkpoint, with growing pauses.
 */
export class Notary {
  readonly #options: NotaryOptions;
  #lock: FileHandle | null = null;
  #key: KeyObject | null = null;
  #tree: GrowingTree | null = null;
  #following: Following | null = null;
  #isStarted = false;
  /** Aborted with the reason why the tree could not be signed. */
  #broken = new AbortController();
  #signing: NodeJS.Timeout | undefined;

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
      await notary.#takeFolder();
      const started = notary.#follow();
      if (notary.#lock !== null) await started;
    } catch (error) {
      await notary.stop();
      throw error;
    }
    notary.#isStarted = true;
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
    const broken = this.#broken;
    if (this.#state === 'following') await this.#tree?.sign().catch((error: unknown) => broken.abort(error));
  }

  /**
   * Signs a receipt for a deletion. The log can't know whether everything is erased already.
   * @returns null if the log has no such deletion, or this notary can't sign now
   */
  async receiptOf(deletion: Deletion): Promise<Receipt | null> {
    if (this.#state !== 'following' || this.#key === null) return null;
    // biome-ignore lint/plugin: a moment that is promised to others
    const checkpointBy = new Date(Date.now() + 2 * this.#everyMs).toISOString();
    const promise = { checkpointBy, checkpoint: this.#tree?.last ?? null };
    return receiptOf(deletion, promise, { log: this.#options.log, key: this.#key });
  }

  /** Signs what is there, and releases the folder. */
  async stop(): Promise<void> {
    clearInterval(this.#signing);
    await this.#following?.stop();
    await this.#tree?.close();
    await this.#lock?.close();
  }

  get #everyMs(): number {
    return this.#options.checkpointEveryMs ?? 60_000;
  }

  get #state(): NotaryState {
    const status = this.#following?.status ?? 'starting';
    return status === 'starting' ? 'standby' : status;
  }

  async #takeFolder(): Promise<void> {
    const { folder } = this.#options;
    this.#lock ??= await explained('AUDIT_DIR', async () => {
      await makeFolder(folder.tree, 0o700);
      return lockFile(folder.lock);
    });
  }

  #follow(): Promise<void> {
    const { log, onFailure } = this.#options;
    this.#following = follow(log, {
      turn: (readOn, stopping) => this.#turn(readOn, stopping),
      retry: retryMs,
      // `start` throws the first one.
      onFailure: ({ err }) => this.#isStarted && onFailure(err),
    });
    return this.#following.started;
  }

  async #turn(readOn: ReadOn<StoredEvent>, stopping: AbortSignal): Promise<void> {
    const { folder, log, signingKey, onFailure } = this.#options;
    await this.#tree?.close();
    await this.#takeFolder();
    if (this.#lock === null) return pause(askEveryMs, stopping);
    this.#key = await signingKeyOf(folder, signingKey);
    const tree = await GrowingTree.open(folder, log, this.#key);
    this.#tree = tree;
    this.#broken = new AbortController();
    const { signal: broken } = this.#broken;
    const ending = AbortSignal.any([stopping, broken]);
    const add = async ({ events, live }: Batch<StoredEvent>) => {
      await tree.add(events);
      if (live) await pause(gatheringMs, ending);
    };
    await readOn(tree.position, add, broken);
    broken.throwIfAborted();
    await tree.sign().catch(onFailure);
  }
}
