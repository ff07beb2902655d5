import { isMuted } from '@pmcw/contracts';
import { Bell, BellOff, MailOpen } from 'lucide-react';
import { DropdownMenuItem } from '../../../base/ui/overlays/DropdownMenu.tsx';
import { toastError } from '../../../base/ui/toastError.ts';
import { useNow } from '../../../base/ui/useNow.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import type { ChosenSettings } from '../../../device/offline/settings.ts';
import { inAnHour, mutedText, nextMorning } from '../conversations/muteEnd.ts';
import { useCurrentMessenger } from '../engine/currentMessenger.ts';

interface SettingsItemsProps {
  readonly conversation: ConversationKey;
  readonly settings: ChosenSettings;
  readonly onMarkedUnread?: () => void;
}

/** Mutes a conversation, or marks it as unread; in its menu. */
export default function SettingsItems({ conversation, settings, onMarkedUnread }: SettingsItemsProps) {
  const words = useWords(messages).menu;
  const messenger = useCurrentMessenger();
  const now = useNow();
  const { mutedUntil } = settings;
  if (messenger === null) return null;
  const change = (changed: Partial<ChosenSettings>) =>
    void messenger
      .changeSettings(conversation, changed)
      .catch((error: unknown) => toastError(words.failed, error));
  const mute = (label: string, until: () => string) => (
    <DropdownMenuItem onSelect={() => change({ mutedUntil: until() })}>
      <BellOff aria-hidden="true" />
      {label}
    </DropdownMenuItem>
  );
  return (
    <>
      {mutedUntil !== null && isMuted(mutedUntil, now) ? (
        <DropdownMenuItem onSelect={() => change({ mutedUntil: null })}>
          <Bell aria-hidden="true" />
          <span className="py-1.5">
            {words.unmute}
            <span className="block text-xs text-muted">{mutedText(mutedUntil, now)}</span>
          </span>
        </DropdownMenuItem>
      ) : (
        <>
          {mute(words.muteForHour, () => inAnHour(new Date()))}
          {mute(words.muteUntilTomorrow, () => nextMorning(new Date()))}
          {mute(words.muteAlways, () => 'always')}
        </>
      )}
      <DropdownMenuItem
        onSelect={() => {
          change({ isMarkedUnread: !settings.isMarkedUnread });
          if (!settings.isMarkedUnread) onMarkedUnread?.();
        }}
      >
        <MailOpen aria-hidden="true" />
        {settings.isMarkedUnread ? words.markRead : words.markUnread}
      </DropdownMenuItem>
    </>
  );
}
