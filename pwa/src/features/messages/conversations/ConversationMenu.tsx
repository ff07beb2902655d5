import { type ConversationSettings, isMuted } from '@pmcw/contracts';
import { Bell, BellOff, Ellipsis, MailOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../base/ui/overlays/DropdownMenu.tsx';
import { toastError } from '../../../base/ui/toastError.ts';
import { useNow } from '../../../base/ui/useNow.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { StoredConversation } from '../../../device/offline/database.ts';
import { shownSettings } from '../../../device/offline/settings.ts';
import type { Messenger } from '../engine/messenger.ts';
import { inAnHour, nextMorning } from './muteEnd.ts';

interface ConversationMenuProps {
  readonly messenger: Messenger;
  readonly conversation: StoredConversation;
  readonly onMarkedUnread: () => void;
  /** Further items. */
  readonly children?: ReactNode;
}

export function ConversationMenu({
  messenger,
  conversation,
  onMarkedUnread,
  children,
}: ConversationMenuProps) {
  const words = useWords(messages).menu;
  const change = (settings: Partial<ConversationSettings>) =>
    void messenger
      .changeSettings(conversation.key, settings)
      .catch((error: unknown) => toastError(words.failed, error));
  const isSilent = isMuted(shownSettings(conversation).mutedUntil, useNow());
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={words.label}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {isSilent ? (
          <DropdownMenuItem onSelect={() => change({ mutedUntil: null })}>
            <Bell aria-hidden="true" />
            {words.unmute}
          </DropdownMenuItem>
        ) : (
          <>
            <DropdownMenuItem onSelect={() => change({ mutedUntil: inAnHour(new Date()) })}>
              <BellOff aria-hidden="true" />
              {words.muteForHour}
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => change({ mutedUntil: nextMorning(new Date()) })}>
              <BellOff aria-hidden="true" />
              {words.muteUntilTomorrow}
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => change({ mutedUntil: 'always' })}>
              <BellOff aria-hidden="true" />
              {words.muteAlways}
            </DropdownMenuItem>
          </>
        )}
        <DropdownMenuItem
          onSelect={() => {
            change({ isMarkedUnread: true });
            onMarkedUnread();
          }}
        >
          <MailOpen aria-hidden="true" />
          {words.markUnread}
        </DropdownMenuItem>
        {children}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
