import { isFinalRefusal } from '@pmcw/contracts';
import { ApiError, isPassingError } from '../../../base/api/errors.ts';
import type { StoredBlock } from '../../../device/offline/blockState.ts';
import { applyBlocked, chooseContact, noteSending, settleContact } from '../../../device/offline/blocks.ts';
import type { Cursor, MemberDatabase, StoredMember } from '../../../device/offline/database.ts';
import { type ConversationKey, peerOf } from '../../../device/offline/keys.ts';
import { watch } from '../../../device/offline/watch.ts';
import { againIfAsked } from './againIfAsked.ts';
import * as api from './blocksApi.ts';

interface ContactsOptions {
  readonly db: MemberDatabase;
  /** The server refused a choice for good. */
  readonly onRefused: (error: ApiError) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Blocks and unblocks on the device at once, and sends that to the server; choices without an answer are sent again
 * after the next connection, so that blocking works offline.
 */
export class Contacts {
  readonly #options: ContactsOptions;
  /** Members with a choice that the server lacks, made in any tab; null until it is read. */
  #unsettled: ReadonlySet<number> | null = null;
  #unwatch: () => void = () => undefined;

  /** Ignores failures, which the next call retries. */
  readonly sendUnsent = againIfAsked(async () => {
    const unsent = await this.#options.db.blocks.where('untold').equals(1).toArray();
    for (const block of unsent) await this.#sendOne(block);
  });

  constructor(options: ContactsOptions) {
    this.#options = options;
  }

  start(): void {
    const { db, onError } = this.#options;
    this.#unwatch = watch({
      ...{ db, tables: [db.blocks], onError, pauseMs: 0 },
      read: () => db.blocks.where('untold').equals(1).primaryKeys(),
      onValue: (memberIds) => {
        this.#unsettled = new Set(memberIds);
      },
    });
  }

  stop(): void {
    this.#unwatch();
  }

  async choose(member: StoredMember, isBlocked: boolean): Promise<void> {
    this.#unsettled = new Set(this.#unsettled).add(member.id);
    await chooseContact(this.#options.db, member, isBlocked, new Date().toISOString());
    await this.sendUnsent();
  }

  /** Fetches the list once per log and after an unknown member was blocked elsewhere; then sends what waits. */
  async connected(): Promise<void> {
    const { db } = this.#options;
    const cursor = await db.sync.get('cursor');
    if (cursor !== undefined && cursor.knowsBlocks !== true) await this.#fetchBlocked(cursor);
    await this.sendUnsent();
  }

  /** If it can't now, the next connection tries again. */
  async #fetchBlocked(cursor: Cursor): Promise<void> {
    try {
      await applyBlocked(this.#options.db, await api.fetchBlocked(cursor), cursor);
    } catch (error) {
      if (!isPassingError(error)) throw error;
    }
  }

  /** Whether a message may be sent: the server would refuse it for a block that has ended only here. */
  isSettled(lane: ConversationKey): boolean {
    return lane === 'global' || this.#unsettled?.has(peerOf(lane) ?? 0) === false;
  }

  /** As `isSettled`, after an attempt to send what waits. */
  async settle(lane: ConversationKey): Promise<boolean> {
    const { blocks } = this.#options.db;
    const isTold = async () => (await blocks.get(peerOf(lane) ?? 0))?.untold !== 1;
    if (this.isSettled(lane) || (await isTold())) return true;
    await this.sendUnsent();
    return isTold();
  }

  async #sendOne({ memberId, wanted, position, isUnclear }: StoredBlock): Promise<void> {
    if (wanted === null) return;
    const { db, onRefused } = this.#options;
    try {
      const answer = wanted
        ? await this.#block(memberId)
        : await this.#unblock(memberId, position, isUnclear === true);
      await settleContact(db, memberId, wanted, answer);
    } catch (error) {
      if (!(error instanceof ApiError) || !isFinalRefusal(error.code, error.status)) return;
      await settleContact(db, memberId, wanted, null);
      onRefused(error);
    }
  }

  async #block(memberId: number) {
    const { db } = this.#options;
    await noteSending(db, memberId);
    return api.postBlock(memberId, db.owner.id);
  }

  async #unblock(memberId: number, known: string, isUnclear: boolean) {
    const { id } = this.#options.db.owner;
    const upTo = isUnclear ? (await api.postBlock(memberId, id)).position : known;
    return api.deleteBlock(memberId, id, upTo);
  }
}
