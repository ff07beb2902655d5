import { type PastConversation, type PastMessage, SEALED } from '@pmcw/contracts';
import { type Fold, inboxFold, messageFold, type ProductEvent } from '@pmcw/contracts/events';
import type { LoggedEvent } from './record.ts';

export interface PastReader {
  readonly id: number;
  readonly peerId: number;
  readonly marks: readonly LoggedEvent[];
}

export interface PastReading {
  readonly readers: readonly PastReader[];
  readonly messages: readonly (readonly LoggedEvent[])[];
}

export function conversationAfter(
  { readers, messages }: PastReading,
  isThere: (event: LoggedEvent) => boolean,
): PastConversation {
  const readUpTo = new Map(
    readers.map(({ id, peerId, marks }) => {
      const { conversations } = folded(inboxFold, marks.filter(isThere));
      return [id, conversations.get(peerId) ?? 0n];
    }),
  );
  return {
    readUpTo: [...readUpTo].map(([id, upTo]) => ({ id, upTo: String(upTo) })),
    messages: messages
      .map((events) => events.filter(isThere))
      .sort(([a], [b]) => Number((b?.position ?? 0n) - (a?.position ?? 0n)))
      .flatMap((events) => messageAfter(events, readUpTo) ?? []),
  };
}

function folded<State, E extends ProductEvent>(
  { initialState, owns, evolve }: Fold<State, E>,
  events: readonly LoggedEvent[],
): State {
  return events.reduce((state, event) => (owns(event) ? evolve(state, event) : state), initialState);
}

function messageAfter(
  events: readonly LoggedEvent[],
  readUpTo: ReadonlyMap<number, bigint>,
): PastMessage | null {
  const [first] = events;
  const message = folded(messageFold, events);
  if (first === undefined || message.status === 'absent') return null;
  const { messageId: id, senderId, receiverId, status } = message;
  return {
    ...{ id, senderId, sentAt: first.metadata.time, status },
    messageType: status === 'sent' ? message.messageType : null,
    content: status === 'sent' ? SEALED : null,
    isRead: receiverId === null ? null : first.position <= (readUpTo.get(receiverId) ?? 0n),
  };
}
