import type { InboxEvent, ProductEvent } from '@pmcw/contracts/events';
import type { Decider } from '../handling/decider.ts';

/** How far a reader has read: in the global chat, and in the conversation with each other member. */
export interface InboxState {
  readonly global: bigint;
  readonly conversations: ReadonlyMap<number, bigint>;
}

/** Moves one mark, with the position that it stands for. `peerId` is null for the global chat. */
export interface MoveMark {
  readonly type: 'MoveMark';
  readonly readerId: number;
  readonly peerId: number | null;
  readonly upTo: bigint;
}

/** Marks never move back, and a mark that would not move leaves no event. */
function decide(state: InboxState, { readerId, peerId, upTo }: MoveMark): readonly InboxEvent[] {
  const mark = peerId === null ? state.global : (state.conversations.get(peerId) ?? 0n);
  if (upTo <= mark) return [];
  return peerId === null
    ? [{ type: 'GlobalChatRead', data: { readerId, upTo: String(upTo) } }]
    : [{ type: 'ConversationRead', data: { readerId, peerId, upTo: String(upTo) } }];
}

function evolve(state: InboxState, event: InboxEvent): InboxState {
  switch (event.type) {
    case 'GlobalChatRead':
      return { ...state, global: BigInt(event.data.upTo) };
    case 'ConversationRead': {
      const { peerId, upTo } = event.data;
      return { ...state, conversations: new Map(state.conversations).set(peerId, BigInt(upTo)) };
    }
    default:
      return event satisfies never;
  }
}

/** The rules of `inbox-{userId}`. */
export const inboxDecider: Decider<InboxState, MoveMark, InboxEvent> = {
  initialState: { global: 0n, conversations: new Map() },
  decide,
  evolve,
  owns: <T extends ProductEvent>(event: T): event is T & InboxEvent =>
    event.type === 'ConversationRead' || event.type === 'GlobalChatRead',
};
