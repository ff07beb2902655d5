import type { z } from 'zod';
import { accountEvents } from './accounts.ts';
import { messageEvents } from './messages.ts';
import { moderationEvents } from './moderation.ts';
import { profileEvents } from './profiles.ts';
import { verificationEvents } from './verification.ts';

/** Every event type of the product: schema, version, personal fields. */
export const eventTypes = {
  ...accountEvents,
  ...profileEvents,
  ...verificationEvents,
  ...moderationEvents,
  ...messageEvents,
} as const;

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
export type UserEvent = Extract<
  ProductEvent,
  {
    type:
      | keyof typeof accountEvents
      | keyof typeof profileEvents
      | keyof typeof verificationEvents
      | keyof typeof moderationEvents;
  }
>;
/** Events of a `message-{id}` stream. */
export type MessageEvent = Extract<ProductEvent, { type: 'MessageSent' | 'MessageDeleted' }>;
/** Events of an `inbox-{userId}` stream. */
export type InboxEvent = Extract<ProductEvent, { type: 'ConversationRead' | 'GlobalChatRead' }>;

/** Names of the streams (design "Command side"); they hold no personal data. */
export const streams = {
  user: (userId: number) => `user-${userId}`,
  message: (messageId: string) => `message-${messageId}`,
  inbox: (userId: number) => `inbox-${userId}`,
} as const;
