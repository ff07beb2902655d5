import type { Delivery } from '@pmcw/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useRef, useState } from 'react';
import { shortCount } from '../../base/ui/CountBadge.tsx';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { lazyExtra } from '../../base/ui/lazyPart.tsx';
import { notifications } from '../../base/words/en/notifications/notifications.ts';
import { useWords } from '../../base/words/words.ts';
import { useSession } from '../../members/session/session.tsx';
import { deliveryAction } from './notificationMutations.ts';
import { unreadNotificationsQuery } from './notificationQueries.ts';

/** Loaded when the member is about to open it. */
const NotificationsDropdown = lazyExtra(() => import('./NotificationsDropdown.tsx'));

const none: readonly Delivery[] = [];

/** Spec §2 "Notifications bell". Renders nothing for visitors. */
export default function NotificationsBell() {
  const { user } = useSession();
  return user !== null && <BellOf key={user.id} userId={user.id} />;
}

function BellOf({ userId }: { readonly userId: number }) {
  const words = useWords(notifications);
  const bell = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const { data = none } = useQuery(unreadNotificationsQuery);
  const { mutate } = useMutation(deliveryAction(useQueryClient()));
  // Ignores an answer for a previous member (spec §7).
  const unread = data.filter((delivery) => delivery.userId === userId).length;
  return (
    <>
      <IconButton
        ref={bell}
        label={words.bell(unread, shortCount(unread))}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="relative"
        onPointerEnter={NotificationsDropdown.preload}
        onFocus={NotificationsDropdown.preload}
        onClick={() => setOpen(!isOpen)}
      >
        <Bell aria-hidden="true" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 left-5.5 grid h-4.5 min-w-4.5 animate-appear place-items-center rounded-full bg-primary px-1 text-2xs/none font-semibold text-on-primary tabular-nums ring-2 ring-canvas"
          >
            {shortCount(unread)}
          </span>
        )}
      </IconButton>
      {wasOpen && (
        <NotificationsDropdown
          bell={bell}
          isOpen={isOpen}
          onOpenChange={setOpen}
          hasUnread={unread > 0}
          onAction={mutate}
        />
      )}
    </>
  );
}
