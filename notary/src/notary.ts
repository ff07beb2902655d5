import type { KeyObject } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { Deletion, Receipt } from '@pmcw/contracts';
import type { EventLog, Subscription } from '@pmcw/event-store';
import { type AuditFolder, makeFolder, signingKeyOf } from './folder.ts';
import { lockFile } from './folderLock.ts';
import { GrowingTree } from './growingTree.ts';
import { receiptOf } from './receipts.ts';

/** What a notary needs. */
export interface NotaryOptions {
  readonly log: EventLog;
  readonly folder: AuditFolder;
  /** An Ed25519 key; made and kept in the folder when missing. */
  readonly signingKey?: KeyObject | undefined;
  /** How long events may wait for a checkpoint, in milliseconds (default a minute). */
  readonly checkpointEveryMs?: number;
  /** Told of everything that kept it from following or signing; it begins anew by itself, and what is signed stays signed. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * `standby`: another process writes the folder. `failed`: what it lost, log or disk, it tries to have again.
 * `stopped`: for good.
 */
export type NotaryState = 'standby' | 'following' | 'failed' | 'stopped';

/** How a notary is. */
export interface NotaryStatus {
  readonly state: NotaryState;
  /** Events in the tree. */
  readonly size: number;
  /** Those of them that no checkpoint is over yet. */
  readonly waiting: number;
  /** Of the last event in the tree. */
  readonly position: bigint;
  /** When the newest checkpoint was signed; null before the first. */
  readonly signedAt: Date | null;
}

/** How often a standby asks for the folder, in milliseconds. */
const askEveryMs = 500;
/** The first and the longest pause before it is begun anew after a failure, in milliseconds. */
const pauses = { first: 100, most: 30_000 };

/**
 * Follows the log as it is stored and puts each event into a Merkle tree; now and then signs what the tree has come to.
 * Of several on one folder one does, and another takes its place when it ends. Whatever fails, it begins anew at the last
 * checkpoint, with growing pauses: as after a start, what was not signed is read again.
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
  /** The try to begin that is under way, or was last. */
  #beginning: Promise<void> = Promise.resolve();

  private constructor(options: NotaryOptions) {
    this.#options = options;
  }

  /**
   * Locks the folder and follows the log; stands by where another process has the folder.
   * @throws OtherLogError when what was signed in this folder is not in the log
   * @throws OtherKeyError when it was signed with another key
   * @throws Error when the tree has lost what was signed
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

  /** How many events are in the tree. */
  get size(): number {
    return this.#tree?.size ?? 0;
  }

  /** How it is doing. */
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

  /** Signs what the tree has come to, if anything came since the last time. */
  async sign(): Promise<void> {
    if (this.#state === 'following') await this.#tree?.sign().catch((error: unknown) => this.#lost(error));
  }

  /**
   * Signs for a member that their account was deleted, and when a checkpoint will be over that. The log decides: whoever
   * asks can have nothing signed that it doesn't say, but for whether all was erased already, which it can't know.
   * @returns null when the log has no such deletion there, or this notary has nothing to sign with now
   */
  async receiptOf(deletion: Deletion): Promise<Receipt | null> {
    if (this.#state !== 'following' || this.#key === null) return null;
    const checkpointBy = new Date(Date.now() + 2 * this.#everyMs).toISOString();
    const promise = { checkpointBy, checkpoint: this.#tree?.last ?? null };
    return receiptOf(deletion, promise, { log: this.#options.log, key: this.#key });
  }

  /** Follows no longer, signs what is there, closes the files, and lets another have the folder. */
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

  /** It can't go on with what it has. */
  #lost(error: unknown): void {
    if (this.#state === 'failed') return;
    this.#state = 'failed';
    this.#failed(error);
  }

  #failed(error: unknown): void {
    this.#options.onFailure(error);
    const full = Math.min(pauses.most, pauses.first * 2 ** Math.min(this.#failures, 20));
    this.#failures += 1;
    // Half of it is random, for others on that disk or log may have failed at the same moment.
    this.#beginIn(full / 2 + (Math.random() * full) / 2);
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
