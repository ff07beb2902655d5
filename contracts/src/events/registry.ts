import type { z } from 'zod';
import { accountEvents } from './accounts.ts';
import { instanceEvents } from './instance.ts';
import { messageEvents } from './messages.ts';
import { moderationEvents } from './moderation.ts';
import { inboxNotificationEvents, notificationEvents } from './notifications.ts';
import { profileEvents } from './profiles.ts';
import { settingsEvents } from './settings.ts';
import { verificationEvents } from './verification.ts';

/** The event types of `user-{id}` streams. */
export const userEvents = {
  ...accountEvents,
  ...profileEvents,
  ...verificationEvents,
  ...moderationEvents,
} as const;

/** The event types that are entries of the history: all but whose log it is, which nobody did and which concerns nobody. */
export const auditedEvents = {
  ...userEvents,
  ...messageEvents,
  ...notificationEvents,
  ...inboxNotificationEvents,
  ...settingsEvents,
} as const;

/** Every event type of the product: schema, version, personal fields. */
export const eventTypes = { ...auditedEvents, ...instanceEvents } as const;

/** The registry's type, for `EventStore<ProductEvents>`. */
export type ProductEvents = typeof eventTypes;

/** Any event of the product: `{ type, data }`. */
export type ProductEvent = {
  [K in keyof ProductEvents]: {
    readonly type: K;
    readonly data: Readonly<z.infer<ProductEvents[K]['schema']>>;
  };
}[keyof ProductEvents];

/** Events of a `user-{id}` stream. */
export type UserEvent = Extract<ProductEvent, { type: keyof typeof userEvents }>;
/** Events of a `message-{id}` stream. */
export type MessageEvent = Extract<ProductEvent, { type: 'MessageSent' | 'MessageDeleted' }>;
/** Events of an `inbox-{userId}` stream about messages. */
export type InboxEvent = Extract<ProductEvent, { type: 'ConversationRead' | 'GlobalChatRead' }>;
/** Events of an `inbox-{userId}` stream about notifications. */
export type InboxNotificationEvent = Extract<ProductEvent, { type: keyof typeof inboxNotificationEvents }>;
/** Events of a `notification-{id}` stream. */
export type NotificationEvent = Extract<ProductEvent, { type: keyof typeof notificationEvents }>;
/** Events of the stream `settings`. */
export type SettingsEvent = Extract<ProductEvent, { type: keyof typeof settingsEvents }>;

/** Names of the streams (design "Command side"); they hold no personal data. */
export const streams = {
  user: (userId: number) => `user-${userId}`,
  message: (messageId: string) => `message-${messageId}`,
  inbox: (userId: number) => `inbox-${userId}`,
  notification: (notificationId: string) => `notification-${notificationId}`,
  settings: () => 'settings',
  instance: () => 'instance',
} as const;
