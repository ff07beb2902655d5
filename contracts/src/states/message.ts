import type { MessageEvent } from '../events/registry.ts';
import { foldOf } from './fold.ts';

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

export const messageFold = foldOf<MessageState, MessageEvent['type']>(
  { status: 'absent' },
  {
    MessageSent: (_, { data }) => ({ status: 'sent', ...data }),
    MessageDeleted: (_, { data }) => ({ status: 'deleted', ...data }),
  },
);
