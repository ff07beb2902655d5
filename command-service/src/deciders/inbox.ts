import { type InboxEvent, type InboxState, inboxFold } from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';

/** Moves one mark, with the position that it stands for. `peerId` is null for the global chat. */
export interface MoveMark {
  readonly type: 'MoveMark';
  readonly readerId: number;
  readonly peerId: number | null;
  readonly upTo: bigint;
}

/** How far a reader has read, by the marks that they have made. */
export const markOf = (state: InboxState, peerId: number | null): bigint =>
  peerId === null ? state.global : (state.conversations.get(peerId) ?? 0n);

/** Marks never move back, and a mark that would not move leaves no event. */
function decide(state: InboxState, { readerId, peerId, upTo }: MoveMark): readonly InboxEvent[] {
  if (upTo <= markOf(state, peerId)) return [];
  return peerId === null
    ? [{ type: 'GlobalChatRead', data: { readerId, upTo: String(upTo) } }]
    : [{ type: 'ConversationRead', data: { readerId, peerId, upTo: String(upTo) } }];
}

/** The rules of `inbox-{userId}`. */
export const inboxDecider: Decider<InboxState, MoveMark, InboxEvent> = {
  ...inboxFold,
  decide,
  budgetOf: () => 'edits',
};
