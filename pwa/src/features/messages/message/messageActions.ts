import type { StoredMember } from '../../../device/offline/database.ts';
import type { MessageItem } from './threadItems.ts';

export interface ReceivedMessage {
  readonly id: string;
  /** '' for a recording. */
  readonly content: string;
  readonly sender: StoredMember;
  readonly isPrivate: boolean;
}

export interface MessageActions {
  /** Asks first. */
  readonly report: (message: ReceivedMessage) => void;
  readonly askToDelete: (item: MessageItem) => void;
  readonly retry: (id: string) => void;
  readonly edit: (id: string) => void;
  /** Tries everything that waits. */
  readonly sendNow: () => void;
}
