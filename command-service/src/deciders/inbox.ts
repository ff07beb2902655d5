import type { ConversationSettings, MutedUntil } from '@pmcw/contracts';
import { type InboxEvent, type InboxState, inboxFold, type Known } from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';

/** `peerId` is null for the global chat. */
export interface MoveMark {
  readonly type: 'MoveMark';
  readonly readerId: number;
  readonly peerId: number | null;
  readonly upTo: bigint;
}

/** Absent settings stay as they are. */
export interface ChangeConversation {
  readonly type: 'ChangeConversation';
  readonly readerId: number;
  readonly peerId: number | null;
  /** Null unmutes. */
  readonly mutedUntil?: MutedUntil | null | undefined;
  readonly isMarkedUnread?: boolean | undefined;
  /** Accepts a request. */
  readonly isRequest?: false | undefined;
  /** Deletes a request up to a position. */
  readonly deletedUpTo?: bigint | undefined;
  /** Position up to which the device knew the log when the member decided. */
  readonly knownUpTo: bigint;
}

export type InboxCommand = MoveMark | ChangeConversation;

export const markOf = (state: InboxState, peerId: number | null): bigint =>
  peerId === null ? state.global : (state.conversations.get(peerId) ?? 0n);

export function settingsOf(
  { mutes, unreadMarks, deleted }: InboxState,
  peerId: number | null,
): ConversationSettings {
  const deletedUpTo = peerId === null ? undefined : deleted.get(peerId);
  return {
    mutedUntil: mutes.get(peerId)?.value ?? null,
    isMarkedUnread: unreadMarks.get(peerId)?.value ?? false,
    deletedUpTo: deletedUpTo === undefined ? null : String(deletedUpTo),
  };
}

/**
 * Marks never move back. What is newer than the member's unread mark shows that they have looked since, so reading it
 * removes the mark.
 */
function moveMark(state: InboxState, { readerId, peerId, upTo }: MoveMark): readonly InboxEvent[] {
  if (upTo <= markOf(state, peerId)) return [];
  const read: InboxEvent =
    peerId === null
      ? { type: 'GlobalChatRead', data: { readerId, upTo: String(upTo) } }
      : { type: 'ConversationRead', data: { readerId, peerId, upTo: String(upTo) } };
  return [read, ...markUnread(state, { readerId, peerId, isMarkedUnread: false, knownUpTo: upTo })];
}

type Change = Omit<ChangeConversation, 'type'>;

/** Whether the member decided otherwise on another device that knew more of the log. */
const isOutdated = (known: Known<unknown> | undefined, { knownUpTo }: Change): boolean =>
  known !== undefined && knownUpTo < known.knownUpTo;

function mute(state: InboxState, change: Change): readonly InboxEvent[] {
  const { readerId, peerId, mutedUntil } = change;
  const known = state.mutes.get(peerId);
  if (mutedUntil === undefined || mutedUntil === (known?.value ?? null)) return [];
  if (isOutdated(known, change)) return [];
  const data = { readerId, peerId, knownUpTo: String(change.knownUpTo) };
  if (mutedUntil === null) return [{ type: 'ConversationUnmuted', data }];
  const until = mutedUntil === 'always' ? null : mutedUntil;
  return [{ type: 'ConversationMuted', data: { ...data, until } }];
}

function markUnread(state: InboxState, change: Change): readonly InboxEvent[] {
  const { readerId, peerId, isMarkedUnread } = change;
  const known = state.unreadMarks.get(peerId);
  if (isMarkedUnread === undefined || isMarkedUnread === (known?.value ?? false)) return [];
  // It was read further on another device.
  const isRead = isMarkedUnread && change.knownUpTo < markOf(state, peerId);
  if (isRead || isOutdated(known, change)) return [];
  const data = { readerId, peerId, knownUpTo: String(change.knownUpTo) };
  return [{ type: isMarkedUnread ? 'ConversationMarkedUnread' : 'UnreadMarkRemoved', data }];
}

/** The member's answer to a request. Deleting never moves back. */
function answer(
  state: InboxState,
  { readerId, peerId, isRequest, deletedUpTo }: Change,
): readonly InboxEvent[] {
  if (peerId === null) return [];
  const events: InboxEvent[] = [];
  if (isRequest === false && !state.accepted.has(peerId))
    events.push({ type: 'ConversationAccepted', data: { readerId, peerId } });
  if (deletedUpTo !== undefined && deletedUpTo > (state.deleted.get(peerId) ?? 0n))
    events.push({ type: 'RequestDeleted', data: { readerId, peerId, deletedUpTo: String(deletedUpTo) } });
  return events;
}

function decide(state: InboxState, command: InboxCommand): readonly InboxEvent[] {
  switch (command.type) {
    case 'MoveMark':
      return moveMark(state, command);
    case 'ChangeConversation':
      return [...mute(state, command), ...markUnread(state, command), ...answer(state, command)];
    default:
      return command satisfies never;
  }
}

export const inboxDecider: Decider<InboxState, InboxCommand, InboxEvent> = {
  ...inboxFold,
  decide,
  budgetOf: () => 'edits',
};
