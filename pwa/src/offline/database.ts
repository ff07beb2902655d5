import Dexie, { type Table } from 'dexie';
import type { ConversationKey, Order } from './keys.ts';
import type { Delivery } from './outbox/states.ts';

/** Whose data it is. `createdAt` tells apart the members 1 of two installations that lived at the same address. */
export interface Owner {
  readonly id: number;
  readonly createdAt: string;
}

/** A message, from the server or still on its way there. */
export interface StoredMessage {
  readonly id: string;
  readonly conversation: ConversationKey;
  readonly order: Order;
  readonly senderId: number;
  readonly content: string;
  /** ISO 8601; the device's clock until the server has it. */
  readonly createdAt: string;
}

/** Id of a message that was deleted: it never shows again, however late a copy of it arrives. */
export interface Deletion {
  readonly id: string;
}

/** The latest that is known of how a member is called and looks. */
export interface StoredMember {
  readonly id: number;
  readonly username: string;
  readonly fullName: string;
  readonly avatarUrl: string | null;
}

/** What a conversation is, apart from its messages. Marks only move up, so they can be merged in any order. */
export interface ConversationMarks {
  /** Up to here the owner has read. */
  readonly readUpTo: Order;
  /** The part of `readUpTo` that the server knows. */
  readonly toldUpTo: Order;
  /** Up to here the other member has read. */
  readonly peerReadUpTo: Order;
  /** The server's count of unread messages among those up to `upTo`, for as long as they are not all here. */
  readonly counted: { readonly unread: number; readonly upTo: Order };
}

/** A row of the conversation list. `unreadCount` and `lastMessage` are worked out whenever what they follow from changes. */
export interface StoredConversation extends ConversationMarks {
  readonly key: ConversationKey;
  readonly unreadCount: number;
  readonly lastMessage: StoredMessage | null;
  /** From here on no message is missing; null until a page of the thread was fetched. */
  readonly history: History | null;
}

/** The unbroken part of a thread that is on this device. */
export interface History {
  readonly from: Order;
  /** Where the server goes on with older messages (`before`); null at the beginning of the conversation. */
  readonly older: string | null;
}

/** The text in a composer. `id` is the id that the message will have, so that sending a draft twice sends it once. */
export interface Draft {
  readonly conversation: ConversationKey;
  readonly id: string;
  readonly text: string;
}

/** A message to send. `seq` is the order in which the owner sent. */
export interface OutboxRow {
  readonly seq: number;
  readonly id: string;
  readonly lane: ConversationKey;
  readonly content: string;
  /** Tries that ended without a clear answer. */
  readonly attempts: number;
  readonly delivery: Delivery;
}

/** The position up to which everything is on this device (or was there before it came to know the owner). */
export interface Cursor {
  readonly id: 'cursor';
  readonly position: string;
}

/** One member's messages on this device. Another member opens another database and so sees none of it. */
export class MemberDatabase extends Dexie {
  readonly owner: Owner;
  readonly messages: Table<StoredMessage, string>;
  readonly deletions: Table<Deletion, string>;
  readonly members: Table<StoredMember, number>;
  readonly conversations: Table<StoredConversation, ConversationKey>;
  readonly drafts: Table<Draft, ConversationKey>;
  readonly outbox: Table<OutboxRow, number, Omit<OutboxRow, 'seq'>>;
  readonly sync: Table<Cursor, 'cursor'>;

  constructor(owner: Owner) {
    super(`messages-of-${owner.id}-since-${owner.createdAt}`);
    this.owner = owner;
    this.version(1).stores({
      messages: 'id, [conversation+order]',
      deletions: 'id',
      members: 'id',
      conversations: 'key',
      drafts: 'conversation',
      outbox: '++seq, &id, lane, [lane+seq], delivery.state',
      sync: 'id',
    });
    this.messages = this.table('messages');
    this.deletions = this.table('deletions');
    this.members = this.table('members');
    this.conversations = this.table('conversations');
    this.drafts = this.table('drafts');
    this.outbox = this.table('outbox');
    this.sync = this.table('sync');
  }
}
