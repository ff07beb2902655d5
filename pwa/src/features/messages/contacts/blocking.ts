import { toastError } from '../../../base/ui/toastError.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { currentWords } from '../../../base/words/words.ts';
import type { StoredMember } from '../../../device/offline/database.ts';
import { currentMessenger } from '../engine/currentMessenger.ts';

/** With a toast that offers to undo it. */
export function setBlocked(member: StoredMember, isBlocked: boolean): void {
  const words = currentWords(contacts);
  const messenger = currentMessenger.get();
  if (messenger === null) return;
  messenger.setBlocked(member, isBlocked).catch((error: unknown) => toastError(words.failed, error));
  toast({
    title: isBlocked ? words.blocked(`@${member.username}`) : words.unblocked(`@${member.username}`),
    ...(isBlocked ? { action: { label: words.undo, onSelect: () => setBlocked(member, false) } } : {}),
  });
}
