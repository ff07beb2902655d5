import * as v from 'valibot';
import { positionSchema, timestampSchema } from '../shared/scalars.ts';

/** ISO 8601, or `always`. A mute whose time has passed is none. */
export const mutedUntilSchema = v.union([timestampSchema, v.literal('always')]);
export type MutedUntil = v.InferOutput<typeof mutedUntilSchema>;

/** @param now in milliseconds since 1970 */
export const isMuted = (until: MutedUntil | null, now: number): boolean =>
  until !== null && (until === 'always' || Date.parse(until) > now);

/** A member's own settings of a conversation. */
export const conversationSettingsEntries = {
  /** Null if it is not muted. */
  mutedUntil: v.nullable(mutedUntilSchema),
  /** Marked by the member; reading a newer message removes it. */
  isMarkedUnread: v.boolean(),
  /** A request is hidden until a message after this position; null if it was not deleted. */
  deletedUpTo: v.nullable(positionSchema),
};

/** The answer of `PATCH /api/messages/conversations/{conversation}`. */
export const conversationSettingsSchema = v.object(conversationSettingsEntries);
export type ConversationSettings = v.InferOutput<typeof conversationSettingsSchema>;

/** In answers of queries. `position` is that of the last change; "0" if there was none. */
export const storedSettingsSchema = v.object({ ...conversationSettingsEntries, position: positionSchema });
export type StoredSettings = v.InferOutput<typeof storedSettingsSchema>;
