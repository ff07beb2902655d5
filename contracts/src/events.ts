/**
 * The stored events: what servers write to the log and read from it. Kept apart from the package's main entry,
 * which the browser loads too.
 */
import type { z } from 'zod';
import { accountEvents } from './events/accounts.ts';
import { messageEvents } from './events/messages.ts';
import { profileEvents } from './events/profiles.ts';
import { verificationEvents } from './events/verification.ts';

export { accountEvents } from './events/accounts.ts';
export { messageEvents } from './events/messages.ts';
export { profileEvents } from './events/profiles.ts';
export { verificationEvents } from './events/verification.ts';

export * from './events/views.ts';

/** Every event type of the product: schema, version, personal fields. */
export const eventTypes = {
  ...accountEvents,
  ...profileEvents,
  ...verificationEvents,
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
  { type: keyof typeof accountEvents | keyof typeof profileEvents | keyof typeof verificationEvents }
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
