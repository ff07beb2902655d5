import type { z } from 'zod';
import { accountEvents } from './accounts.ts';
import { contactEvents, contactPolicyEvents } from './contacts.ts';
import { instanceEvents } from './instance.ts';
import { messageEvents } from './messages.ts';
import { moderationEvents } from './moderation.ts';
import { inboxNotificationEvents, notificationEvents } from './notifications.ts';
import { profileEvents } from './profiles.ts';
import { caseEvents, caseNoticeEvents } from './reports.ts';
import { settingsEvents } from './settings.ts';
import { verificationEvents } from './verification.ts';

export const userEvents = {
  ...accountEvents,
  ...profileEvents,
  ...verificationEvents,
  ...moderationEvents,
  ...caseNoticeEvents,
  ...contactEvents,
  ...contactPolicyEvents,
} as const;

/** All except those of the stream `instance`, which concern no member. */
export const auditedEvents = {
  ...userEvents,
  ...messageEvents,
  ...notificationEvents,
  ...inboxNotificationEvents,
  ...caseEvents,
  ...settingsEvents,
} as const;

export const eventTypes = { ...auditedEvents, ...instanceEvents } as const;

export type ProductEvents = typeof eventTypes;

export type EventType = keyof ProductEvents;

/** Distributes over the types, so that functions by type of event can be called with an event of any of them. */
export type EventOfType<T extends EventType> = {
  [K in T]: { readonly type: K; readonly data: Readonly<z.infer<ProductEvents[K]['schema']>> };
}[T];

export type ProductEvent = EventOfType<EventType>;

export type UserEvent = Extract<ProductEvent, { type: keyof typeof userEvents }>;
export type ContactEvent = Extract<ProductEvent, { type: keyof typeof contactEvents }>;
export type ContactPolicyEvent = Extract<ProductEvent, { type: keyof typeof contactPolicyEvents }>;
export type MessageEvent = Extract<
  ProductEvent,
  { type: 'MessageSent' | 'MessageDeleted' | 'MessageRestored' }
>;
export type ReadEvent = Extract<ProductEvent, { type: 'ConversationRead' | 'GlobalChatRead' }>;
/** Changes of a member's own settings of a conversation. */
export type ConversationSettingEvent = Extract<
  ProductEvent,
  {
    type:
      | 'ConversationMuted'
      | 'ConversationUnmuted'
      | 'ConversationMarkedUnread'
      | 'UnreadMarkRemoved'
      | 'ConversationAccepted'
      | 'RequestDeleted';
  }
>;
export type InboxEvent = ReadEvent | ConversationSettingEvent;
export type InboxNotificationEvent = Extract<ProductEvent, { type: keyof typeof inboxNotificationEvents }>;
export type NotificationEvent = Extract<ProductEvent, { type: keyof typeof notificationEvents }>;
export type CaseEvent = Extract<ProductEvent, { type: keyof typeof caseEvents }>;
export type CaseNoticeEvent = Extract<ProductEvent, { type: keyof typeof caseNoticeEvents }>;
export type SettingsEvent = Extract<ProductEvent, { type: keyof typeof settingsEvents }>;

/** Without personal data. */
export const streams = {
  user: (userId: number) => `user-${userId}`,
  message: (messageId: string) => `message-${messageId}`,
  inbox: (userId: number) => `inbox-${userId}`,
  notification: (notificationId: string) => `notification-${notificationId}`,
  case: (caseId: string) => `case-${caseId}`,
  settings: () => 'settings',
  instance: () => 'instance',
} as const;
