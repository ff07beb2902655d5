import type { MessageEvent, ProductEvent } from '../events/registry.ts';
import type { Fold } from './fold.ts';

/** Kept after a deletion. */
interface Envelope {
  readonly messageId: string;
  readonly senderId: number;
  readonly receiverId: number | null;
}

interface Said {
  readonly content: string;
  readonly messageType: 'text' | 'voice';
  readonly voiceHash: string | null;
}

export type MessageState =
  | { readonly status: 'absent' }
  | (Envelope & Said & { readonly status: 'sent' })
  | (Envelope & { readonly status: 'deleted' });

function evolve(_before: MessageState, event: MessageEvent): MessageState {
  switch (event.type) {
    case 'MessageSent':
      return { status: 'sent', ...event.data };
    case 'MessageDeleted':
      return { status: 'deleted', ...event.data };
    default:
      return event satisfies never;
  }
}

export const messageFold: Fold<MessageState, MessageEvent> = {
  initialState: { status: 'absent' },
  evolve,
  owns: <T extends ProductEvent>(event: T): event is T & MessageEvent =>
    event.type === 'MessageSent' || event.type === 'MessageDeleted',
};
