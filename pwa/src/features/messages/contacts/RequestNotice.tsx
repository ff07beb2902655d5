import { Button } from '../../../base/ui/Button.tsx';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { toastError } from '../../../base/ui/toastError.ts';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { useWords } from '../../../base/words/words.ts';
import type { StoredMember } from '../../../device/offline/database.ts';
import { conversationKey, type Order, positionOf } from '../../../device/offline/keys.ts';
import type { SettingsChange } from '../../../device/offline/settings.ts';
import type { Messenger } from '../engine/messenger.ts';
import { askedToBlock } from './asking.ts';

interface RequestNoticeProps {
  readonly messenger: Messenger;
  readonly member: StoredMember;
  /** Of the last message. */
  readonly upTo: Order;
  readonly onDeleted: () => void;
  /** Null without a message. */
  readonly onReport: (() => void) | null;
}

/** In place of the composer below messages from a stranger. */
export function RequestNotice({ messenger, member, upTo, onDeleted, onReport }: RequestNoticeProps) {
  const words = useWords(contacts);
  const answer = (change: SettingsChange) =>
    messenger
      .changeSettings(conversationKey(member.id), change)
      .catch((error: unknown) => toastError(words.request.failed, error));
  return (
    <section aria-label={words.request.label} className="flex flex-col gap-3 text-sm">
      <div className="wrap-anywhere">
        <p className="font-medium">{words.request.title(`@${member.username}`)}</p>
        <p className="mt-0.5 text-muted">{words.request.text}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button ref={passFocusOn} size="sm" onClick={() => void answer({ isRequest: false })}>
          {words.request.accept}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            onDeleted();
            void answer({ deletedUpTo: positionOf(upTo) });
          }}
        >
          {words.request.delete}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => askedToBlock.set(member)}>
          {words.block}
        </Button>
        {onReport !== null && (
          <Button variant="ghost" size="sm" onClick={onReport}>
            {words.report}
          </Button>
        )}
      </div>
    </section>
  );
}
