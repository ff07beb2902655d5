import { ApiError } from '../../../base/api/errors.ts';
import { applyOwnRead } from '../../../device/offline/apply.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { type ConversationKey, type Order, positionOf } from '../../../device/offline/keys.ts';
import { againIfAsked } from './againIfAsked.ts';
import { postRead } from './api.ts';

/**
 * Moves read marks on the device at once and sends them; unsent ones are retried after the next connection, so that
 * reading offline counts.
 */
export class ReadMarks {
  readonly #db: MemberDatabase;

  /** Ignores failures, which the next call retries. */
  readonly sendUnsent = againIfAsked(async () => {
    const unsent = await this.#db.conversations.where('untold').equals(1).toArray();
    for (const { key, readUpTo } of unsent) await this.#sendOne(key, readUpTo);
  });

  constructor(db: MemberDatabase) {
    this.#db = db;
  }

  async mark(key: ConversationKey, upTo: Order): Promise<void> {
    await applyOwnRead(this.#db, key, upTo, false);
    await this.sendUnsent();
  }

  async #sendOne(key: ConversationKey, upTo: Order): Promise<void> {
    try {
      await postRead(key, positionOf(upTo));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) return;
    }
    await applyOwnRead(this.#db, key, upTo, true);
  }
}
