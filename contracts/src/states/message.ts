import type { MessageEvent, ProductEvent } from '../events/registry.ts';
import type { Fold } from './fold.ts';

/** A message as it stands in its stream. Who may see it does not change with its deletion. */
interface Audience {
  readonly messageId: string;
  readonly senderId: number;
  readonly receiverId: number | null;
}

/** What a message says; a recording by the hash of its bytes in the vault. */
interface Said {
  readonly content: string;
  readonly messageType: 'text' | 'voice';
  readonly voiceHash: string | null;
}

/** What there may be in a `message-{id}` stream. */
export type MessageState =
  | { readonly status: 'absent' }
  | (Audience & Said & { readonly status: 'sent' })
  | (Audience & { readonly status: 'deleted' });

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

/** What a stream `message-{id}` comes to. */
export const messageFold: Fold<MessageState, MessageEvent> = {
  initialState: { status: 'absent' },
  evolve,
  owns: <T extends ProductEvent>(event: T): event is T & MessageEvent =>
    event.type === 'MessageSent' || event.type === 'MessageDeleted',
};
