import { type InboxEvent, type InboxState, inboxFold } from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';

/** `peerId` is null for the global chat. */
export interface MoveMark {
  readonly type: 'MoveMark';
  readonly readerId: number;
  readonly peerId: number | null;
  readonly upTo: bigint;
}

export const markOf = (state: InboxState, peerId: number | null): bigint =>
  peerId === null ? state.global : (state.conversations.get(peerId) ?? 0n);

/** Marks never move back. */
function decide(state: InboxState, { readerId, peerId, upTo }: MoveMark): readonly InboxEvent[] {
  if (upTo <= markOf(state, peerId)) return [];
  return peerId === null
    ? [{ type: 'GlobalChatRead', data: { readerId, upTo: String(upTo) } }]
    : [{ type: 'ConversationRead', data: { readerId, peerId, upTo: String(upTo) } }];
}

export const inboxDecider: Decider<InboxState, MoveMark, InboxEvent> = {
  ...inboxFold,
  decide,
  budgetOf: () => 'edits',
};
