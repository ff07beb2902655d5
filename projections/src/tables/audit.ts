import {
  bigint,
  exactText,
  integer,
  nullable,
  onlyRow,
  position,
  text,
  timestamp,
  uuid,
} from '../storage/columns.ts';
import { defineTable, type RowOf } from '../storage/table.ts';

/**
 * All events without personal data, listed by `position desc`; every query has an index with that order. Times grow
 * with positions, except as `clock` says.
 */
export const entries = defineTable('entries', ['position'], {
  position,
  event_id: exactText,
  stream: exactText,
  revision: integer,
  type: exactText,
  actor_id: nullable(integer),
  target_id: nullable(integer),
  occurred_at: timestamp,
  correlation_id: exactText,
  causation_id: exactText,
  undoes: nullable(uuid),
  /** The event's data without its personal fields, as JSON. */
  facts: text,
  /** `3-7` or `global` (`conversationOf`). */
  conversation: nullable(exactText),
  /** Index within its conversation, from 0 and without gaps. */
  place: nullable(integer),
});
export interface EntriesTable extends RowOf<typeof entries> {}

/** Nearly all events are of these types: each index that can leave them out does. */
export const chatTypes = ['MessageSent', 'ConversationRead', 'GlobalChatRead'] as const;
/** Conditions of partial indexes; queries that need one of these repeat it word for word. */
export const partly = {
  notChat: `type not in (${chatTypes.map((type) => `'${type}'`).join(', ')})`,
  /** For finding an entry near a time. */
  sample: 'position % 64 = 0',
  ofConversation: 'conversation is not null',
  isMark: "type = 'ConversationRead'",
};

/** How well times follow positions; one row, or none before the first entry. */
export const clock = defineTable('clock', ['only_row'], {
  only_row: onlyRow,
  latest: timestamp,
  /**
   * Largest step back, in milliseconds, of a time relative to smaller positions: clocks differ, and may be set back.
   */
  behind_ms: bigint,
});
export interface ClockTable extends RowOf<typeof clock> {}
