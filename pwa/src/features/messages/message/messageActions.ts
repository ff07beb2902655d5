import type { MessageItem } from './threadItems.ts';

export interface MessageActions {
  readonly askToDelete: (item: MessageItem) => void;
  readonly retry: (id: string) => void;
  readonly edit: (id: string) => void;
  /** Tries everything that waits. */
  readonly sendNow: () => void;
}
