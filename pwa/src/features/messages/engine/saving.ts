import { isVisible } from '@pmcw/contracts';
import { createStore } from '../../../base/storage/store.ts';
import type { Clock } from '../../../device/offline/clock.ts';
import type { Draft, MemberDatabase, StoredMessage } from '../../../device/offline/database.ts';
import { unsavedOrder } from '../../../device/offline/keys.ts';
import { enqueue } from '../../../device/offline/outbox/queue.ts';
import { forgetUnsaved, noteUnsaved } from '../../../device/offline/outbox/unsaved.ts';

/** Until then, every open thread has read a stored message. */
const shownAfterMs = 2_000;

/** Shows messages while they are stored, so that a busy disk does not delay the screen. */
export class Saving {
  /** In sending order; some may be stored already. */
  readonly messages = createStore<readonly StoredMessage[]>([]);
  readonly #db: MemberDatabase;
  readonly #clock: Clock;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(db: MemberDatabase, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Queues a message, and shows its text until it is read from the device.
   * @param replaces see `enqueue`
   * @throws DOMException if it can't be stored
   */
  async save(draft: Draft, replaces?: readonly string[]): Promise<string> {
    if (isVisible(draft.text)) this.#show(draft);
    const saving = enqueue(this.#db, draft, this.#clock.now(), replaces);
    this.#underWay.set(draft.id, saving);
    try {
      const id = await saving;
      // Of another message if a tab has sent the draft with another text.
      if (id !== draft.id) this.#hide(draft.id);
      return id;
    } catch (error) {
      this.#hide(draft.id);
      throw error;
    } finally {
      this.#underWay.delete(draft.id);
      forgetUnsaved(this.#db, draft.id);
      this.#clock.after(shownAfterMs, () => this.#hide(draft.id));
    }
  }

  /** Waits until a message is stored, and no longer shows it from here. */
  async end(id: string): Promise<void> {
    await this.#underWay.get(id)?.catch(() => undefined);
    this.#hide(id);
  }

  #show({ id, conversation, text: content }: Draft): void {
    noteUnsaved(this.#db, { id, conversation, text: content });
    const createdAt = new Date(this.#clock.now()).toISOString();
    const senderId = this.#db.owner.id;
    const message = { id, conversation, order: unsavedOrder, senderId, content, voice: null, createdAt };
    this.messages.set([...this.messages.get(), message]);
  }

  #hide(id: string): void {
    const others = this.messages.get().filter((message) => message.id !== id);
    if (others.length < this.messages.get().length) this.messages.set(others);
  }
}
