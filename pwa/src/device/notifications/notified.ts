import * as v from 'valibot';

const messageSchema = v.object({ id: v.string(), senderId: v.number(), position: v.string() });
export type NotifiedMessage = v.InferOutput<typeof messageSchema>;

/** A notification's data: the path that it opens, and its messages; it shows the last one. */
export const notificationDataSchema = v.object({
  path: v.string(),
  // Those of earlier versions name none.
  messages: v.optional(v.array(messageSchema), []),
});
export type NotificationData = v.InferOutput<typeof notificationDataSchema>;

/** The device's knowledge of messages in notifications. */
export interface Known {
  /** Ids of those that were read, on any device, or deleted. */
  readonly obsolete: ReadonlySet<string>;
  /** All unread private messages, with those that were only pushed so far. */
  readonly unread: number;
}

export const look = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' } as const;

export type ShownNotification = Pick<Notification, 'title' | 'tag' | 'data' | 'close'>;

export interface Notifying {
  getNotifications(): Promise<readonly ShownNotification[]>;
  showNotification(title: string, options: NotificationOptions): Promise<void>;
}

export function messagesOf(notification: Pick<ShownNotification, 'data'>): readonly NotifiedMessage[] {
  const data = v.safeParse(notificationDataSchema, notification.data);
  return data.success ? data.output.messages : [];
}

/**
 * Closes notifications whose messages are all obsolete, and removes the text of one if only that is. A notification
 * that names no message is closed when nothing is unread.
 * @param textless replaces the text
 */
export async function tidyNotifications(
  registration: Notifying,
  known: (messages: readonly NotifiedMessage[]) => Promise<Known>,
  textless: string,
): Promise<Known> {
  const shown = await registration.getNotifications();
  const { obsolete, unread } = await known(shown.flatMap(messagesOf));
  for (const notification of shown) {
    const messages = messagesOf(notification);
    const left = messages.filter(({ id }) => !obsolete.has(id));
    if (left.length === 0 && (messages.length > 0 || unread === 0)) notification.close();
    else if (left.at(-1)?.id !== messages.at(-1)?.id) {
      const { title, tag, data } = notification;
      const options = { ...look, tag, body: textless, data: { ...data, messages: left }, silent: true };
      await registration.showNotification(title, options);
    }
  }
  return { obsolete, unread };
}
