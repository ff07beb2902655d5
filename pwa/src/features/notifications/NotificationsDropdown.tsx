import { type RefObject, useId } from 'react';
import { Button } from '../../base/ui/Button.tsx';
import { Popover, PopoverAnchor, PopoverClose, PopoverContent } from '../../base/ui/overlays/Popover.tsx';
import { notifications } from '../../base/words/en/notifications/notifications.ts';
import { useWords } from '../../base/words/words.ts';
import type { DeliveryAction } from './deliveries.ts';
import { NotificationList } from './NotificationList.tsx';

interface NotificationsDropdownProps {
  readonly bell: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly hasUnread: boolean;
  readonly onAction: (action: DeliveryAction) => void;
}

/** 20rem wide, at most 24rem high, closed by a click outside (spec §2). */
export default function NotificationsDropdown({
  bell,
  isOpen,
  onOpenChange,
  hasUnread,
  onAction,
}: NotificationsDropdownProps) {
  const words = useWords(notifications);
  const titleId = useId();
  return (
    <Popover open={isOpen} onOpenChange={onOpenChange}>
      <PopoverAnchor virtualRef={bell} />
      <PopoverContent
        aria-labelledby={titleId}
        className="flex max-h-[min(24rem,var(--radix-popover-content-available-height))] w-80 flex-col overflow-hidden"
        onInteractOutside={(event) => {
          // The bell closes it; closing it here too would reopen it.
          if (event.target instanceof Node && bell.current?.contains(event.target) === true)
            event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // Focus elsewhere stays there.
          if (document.activeElement === document.body) bell.current?.focus();
        }}
      >
        <div className="flex h-14 shrink-0 items-center justify-between gap-2 border-b pr-2 pl-4">
          <h2 id={titleId} className="min-w-0 truncate text-base">
            {words.title}
          </h2>
          <PopoverClose asChild>
            <Button
              size="sm"
              variant="ghost"
              className="shrink-0 max-[359px]:px-2"
              disabled={!hasUnread}
              onClick={() => onAction({ type: 'read-all' })}
            >
              {words.markAllRead}
            </Button>
          </PopoverClose>
        </div>
        <NotificationList onAction={onAction} />
      </PopoverContent>
    </Popover>
  );
}
