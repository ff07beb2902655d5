import { isolated, type ToldMessage } from '@pmcw/contracts';
import { toast } from '../../../base/ui/toasts.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords, translated } from '../../../base/words/words.ts';
import type { MemberDatabase, OutboxRow } from '../../../device/offline/database.ts';
import { type ConversationKey, conversationKey } from '../../../device/offline/keys.ts';
import { previewText } from './previewText.ts';

const texts = () => currentWords(messages).toasts;

/** Announces incoming messages outside of the conversation on the screen. */
export class MessageToasts {
  readonly #db: MemberDatabase;
  #openView: ConversationKey | null = null;
  #announced: { readonly key: ConversationKey; readonly dismiss: () => void } | null = null;

  constructor(db: MemberDatabase) {
    this.#db = db;
  }

  /** Sets the conversation on the screen, and dismisses its toast. */
  show(key: ConversationKey | null): void {
    this.#openView = key;
    if (key !== null && this.#announced?.key === key) this.#announced.dismiss();
  }

  async announce(message: ToldMessage): Promise<void> {
    const key = conversationKey(message.isGlobal ? null : message.senderId);
    const sender = message.sender ?? (await this.#db.members.get(message.senderId));
    if (document.visibilityState !== 'visible' || this.#openView === key) return;
    const text = previewText(message);
    const dismiss = toast({
      title: message.isGlobal ? texts().newGlobalMessage : texts().newMessage,
      description: sender === undefined ? text : `${isolated(sender.fullName)}: ${isolated(text)}`,
      durationMs: 5000,
    });
    this.#announced = { key, dismiss };
  }
}

/** The message shows the reason too, but its sender may be on another screen (spec §8). */
export function toastRefusal({ lane }: OutboxRow, detail: string): void {
  const { sendFailed, globalSendFailed } = texts();
  const title = lane === 'global' ? globalSendFailed : sendFailed;
  toast({ title, description: translated(detail), tone: 'danger' });
}
