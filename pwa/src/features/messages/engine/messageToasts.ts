import { excerpt, isMuted, isolated, type ToldMessage } from '@pmcw/contracts';
import type { ApiError } from '../../../base/api/errors.ts';
import { toastError } from '../../../base/ui/toastError.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords, translated } from '../../../base/words/words.ts';
import { isObsolete } from '../../../device/notifications/lookUp.ts';
import { systemClock } from '../../../device/offline/clock.ts';
import { unknownConversation } from '../../../device/offline/conversations.ts';
import type { MemberDatabase, OutboxRow } from '../../../device/offline/database.ts';
import { type ConversationKey, conversationKey } from '../../../device/offline/keys.ts';
import { isShownRequest } from '../../../device/offline/listing.ts';
import { shownSettings } from '../../../device/offline/settings.ts';
import { previewText } from './previewText.ts';

const texts = () => currentWords(messages).toasts;

/** In characters. */
const shownOfName = 60;

/** Announces incoming messages outside of the conversation on the screen. */
export class MessageToasts {
  readonly #db: MemberDatabase;
  #openView: ConversationKey | null = null;
  #announced: {
    readonly key: ConversationKey;
    readonly message: ToldMessage;
    readonly dismiss: () => void;
  } | null = null;

  constructor(db: MemberDatabase) {
    this.#db = db;
  }

  /** Sets the conversation on the screen, and dismisses its toast. */
  show(key: ConversationKey | null): void {
    this.#openView = key;
    if (key !== null && this.#announced?.key === key) this.#announced.dismiss();
  }

  /** Dismisses the toast of a message that was read, on any device, or deleted. */
  async tidy(): Promise<void> {
    const announced = this.#announced;
    if (announced === null || !(await isObsolete(this.#db, announced.message, announced.key))) return;
    announced.dismiss();
    if (this.#announced === announced) this.#announced = null;
  }

  async announce(message: ToldMessage): Promise<void> {
    const key = conversationKey(message.isGlobal ? null : message.senderId);
    const sender = message.sender ?? (await this.#db.members.get(message.senderId));
    // It may have arrived together with the news that it was read or deleted.
    if (await isObsolete(this.#db, message, key)) return;
    if (document.visibilityState !== 'visible' || this.#openView === key) return;
    const conversation = (await this.#db.conversations.get(key)) ?? unknownConversation(key);
    if (isMuted(shownSettings(conversation).mutedUntil, systemClock.now())) return;
    if (isShownRequest(conversation)) return;
    const text = previewText(message);
    const dismiss = toast({
      title: message.isGlobal ? texts().newGlobalMessage : texts().newMessage,
      description:
        sender === undefined ? text : `${isolated(excerpt(sender.fullName, shownOfName))}: ${isolated(text)}`,
      durationMs: 5000,
    });
    this.#announced = { key, message, dismiss };
  }
}

/** The message shows the reason too, but its sender may be on another screen (spec §8). */
export function toastRefusal({ lane }: OutboxRow, detail: string): void {
  const { sendFailed, globalSendFailed } = texts();
  const title = lane === 'global' ? globalSendFailed : sendFailed;
  toast({ title, description: translated(detail), tone: 'danger' });
}

export function toastBlockRefusal(error: ApiError): void {
  toastError(currentWords(contacts).failed, error);
}
