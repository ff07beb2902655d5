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
  readonly voiceSeconds: number | null;
  readonly isRequest?: boolean | undefined;
  readonly sentPosition: string;
  /** ISO 8601. */
  readonly sentAt: string;
}

export type MessageState =
  | { readonly status: 'absent' }
  | (Envelope & Said & { readonly status: 'sent' })
  | (Envelope & { readonly status: 'deleted' });

export const messageFold = foldOf<MessageState, MessageEvent['type']>(
  { status: 'absent' },
  {
    MessageSent: (_, { data, position, metadata }) => ({
      ...{ status: 'sent', ...data },
      ...{ sentPosition: String(position), sentAt: metadata.time },
    }),
    MessageDeleted: (_, { data: { messageId, senderId, receiverId } }) => ({
      ...{ status: 'deleted', messageId, senderId, receiverId },
    }),
    MessageRestored: (_, { data }) => ({ status: 'sent', ...data }),
  },
);
