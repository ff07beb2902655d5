import type { MessageItem } from './threadItems.ts';

/** What a person can do with an own message. */
export interface MessageActions {
  readonly askToDelete: (item: MessageItem) => void;
  readonly retry: (id: string) => void;
  readonly edit: (id: string) => void;
}
