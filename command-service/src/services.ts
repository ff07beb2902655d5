import type { InboxEvent, MessageEvent } from '@pmcw/contracts/events';
import type { Vault } from '@pmcw/vault';
import type { Members } from './accounts/members.ts';
import type { Handling } from './handling/handle.ts';
import type { StreamStates } from './handling/streamStates.ts';
import type { InboxState, MoveMark } from './messages/inboxDecider.ts';
import type { MessageCommand, MessageState } from './messages/messageDecider.ts';

/** What the handlers of commands work with, made once for the whole service. */
export interface Services extends Handling {
  readonly vault: Vault;
  readonly members: Members;
  readonly messages: StreamStates<MessageState, MessageCommand, MessageEvent>;
  readonly inboxes: StreamStates<InboxState, MoveMark, InboxEvent>;
}
