import type { Delivery } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { neighbourOf } from '../../base/ui/neighbourOf.ts';
import { RelativeTime } from '../../base/ui/RelativeTime.tsx';
import { notifications } from '../../base/words/en/notifications/notifications.ts';
import { useTranslated, useWords } from '../../base/words/words.ts';
import type { DeliveryAction } from './deliveries.ts';

interface NotificationItemProps {
  readonly delivery: Delivery;
  readonly onAction: (action: DeliveryAction) => void;
}

/** A click marks it as read, which dims it; a button removes it (spec §2). */
export function NotificationItem({ delivery, onAction }: NotificationItemProps) {
  const words = useWords(notifications);
  const translate = useTranslated();
  const { id, notificationId, read, notification } = delivery;
  const title = translate(notification.title);
  const dismiss = ({ currentTarget }: MouseEvent) => {
    neighbourOf(currentTarget)?.focus();
    onAction({ type: 'dismiss', id });
  };
  return (
    <li className="relative [contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      <button
        type="button"
        onClick={() => !read && onAction({ type: 'read', notificationId })}
        className={clsx(
          'block w-full py-3 pr-12 pl-7 text-left transition focus-visible:-outline-offset-2',
          read ? 'cursor-default' : 'hover:bg-raised',
        )}
      >
        {!read && (
          <span aria-hidden="true" className="absolute top-4.5 left-3 size-1.5 rounded-full bg-primary" />
        )}
        <span
          dir="auto"
          className={clsx('block overflow-clip text-sm break-words', read ? 'text-muted' : 'font-semibold')}
        >
          {!read && <span className="sr-only">{words.unread}</span>}
          {title}
        </span>
        <span
          dir="auto"
          className={clsx(
            'mt-0.5 block overflow-clip text-sm break-words whitespace-pre-line',
            read ? 'text-faint' : 'text-muted',
          )}
        >
          {translate(notification.message)}
        </span>
        <span className="mt-1 block text-xs text-faint">
          <RelativeTime at={notification.createdAt} />
          {read && words.readSuffix}
        </span>
      </button>
      <IconButton
        size="sm"
        variant="danger"
        label={words.dismiss(title)}
        data-removes
        onClick={dismiss}
        className="absolute top-2 right-2"
      >
        <X aria-hidden="true" />
      </IconButton>
    </li>
  );
}
