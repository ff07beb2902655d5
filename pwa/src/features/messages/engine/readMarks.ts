import { isFinalRefusal, type StoredSettings } from '@pmcw/contracts';
import { ApiError } from '../../../base/api/errors.ts';
import { applyOwnRead } from '../../../device/offline/apply.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { type ConversationKey, type Order, positionOf } from '../../../device/offline/keys.ts';
import { settleWish, wishSettings } from '../../../device/offline/ownSettings.ts';
import type { SettingsChange, SettingsWish } from '../../../device/offline/settings.ts';
import { againIfAsked } from './againIfAsked.ts';
import { patchSettings, postRead } from './api.ts';

/**
 * Changes read marks and settings of conversations on the device at once, and sends them; unsent ones are retried after
 * the next connection, so that reading and muting offline count.
 */
export class ReadMarks {
  readonly #db: MemberDatabase;

  /** Ignores failures, which the next call retries. */
  readonly sendUnsent = againIfAsked(async () => {
    const unsent = await this.#db.conversations.where('untold').equals(1).toArray();
    for (const { key, readUpTo, toldUpTo, wish } of unsent) {
      // First: an unread mark counts from what was read before.
      const isReadKnown = readUpTo <= toldUpTo || (await this.#sendRead(key, readUpTo));
      if (isReadKnown && wish !== null) await this.#sendWish(key, wish);
    }
  });

  constructor(db: MemberDatabase) {
    this.#db = db;
  }

  async mark(key: ConversationKey, upTo: Order): Promise<void> {
    await applyOwnRead(this.#db, key, upTo, false);
    await this.sendUnsent();
  }

  async change(key: ConversationKey, settings: SettingsChange): Promise<void> {
    await wishSettings(this.#db, key, settings);
    await this.sendUnsent();
  }

  /** @returns whether the server knows of it, or never will */
  async #sendRead(key: ConversationKey, upTo: Order): Promise<boolean> {
    try {
      await postRead(key, positionOf(upTo));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) return false;
    }
    await applyOwnRead(this.#db, key, upTo, true);
    return true;
  }

  async #sendWish(key: ConversationKey, wish: SettingsWish): Promise<void> {
    let answer: StoredSettings | null = null;
    try {
      answer = await patchSettings(key, this.#db.owner.id, wish);
    } catch (error) {
      if (!(error instanceof ApiError && isFinalRefusal(error.code, error.status))) return;
    }
    await settleWish(this.#db, key, wish, answer);
  }
}
