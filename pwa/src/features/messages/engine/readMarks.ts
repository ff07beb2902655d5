import { ApiError } from '../../../base/api/errors.ts';
import { applyOwnRead } from '../../../device/offline/apply.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { type ConversationKey, type Order, positionOf } from '../../../device/offline/keys.ts';
import { postRead } from './api.ts';

/**
 * Read marks are moved on the device at once and told to the server when it listens: whatever it does not know yet
 * is told again after the next connection, so that reading offline counts too.
 */
export class ReadMarks {
  readonly #db: MemberDatabase;
  #telling: Promise<void> | null = null;
  #isAskedAgain = false;

  constructor(db: MemberDatabase) {
    this.#db = db;
  }

  /** The owner has seen a conversation up to a message that the server has. */
  async mark(key: ConversationKey, upTo: Order): Promise<void> {
    await applyOwnRead(this.#db, key, upTo, false);
    await this.tell();
  }

  /** Tells the server what it does not know; silent about failures, which the next call makes good. */
  tell(): Promise<void> {
    this.#isAskedAgain = true;
    this.#telling ??= this.#tellAll().finally(() => {
      this.#telling = null;
    });
    return this.#telling;
  }

  async #tellAll(): Promise<void> {
    while (this.#isAskedAgain) {
      this.#isAskedAgain = false;
      const untold = await this.#db.conversations
        .filter(({ readUpTo, toldUpTo }) => readUpTo > toldUpTo)
        .toArray();
      for (const { key, readUpTo } of untold) await this.#tellOne(key, readUpTo);
    }
  }

  async #tellOne(key: ConversationKey, upTo: Order): Promise<void> {
    try {
      await postRead(key, positionOf(upTo));
    } catch (error) {
      // A member who is gone has no more use for the mark.
      if (!(error instanceof ApiError && error.status === 404)) return;
    }
    await applyOwnRead(this.#db, key, upTo, true);
  }
}
