import type { Message } from '@pmcw/contracts';
import Dexie, { type DexieOptions, type Table, type Transaction } from 'dexie';
import type { ConversationKey, Order } from './keys.ts';
import type { Delivery } from './outbox/states.ts';
import { isOutdated } from './outdated.ts';
import { rememberedUser } from './rememberedUser.ts';

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
  /** The recording of a voice message; null for text. */
  readonly voice: StoredVoice | null;
  /** ISO 8601; the device's clock until the server has it. */
  readonly createdAt: string;
}

/** What is known of the recording of a message. */
export interface StoredVoice {
  /** Where the server serves it; null while it is only here (`recordings`), and once it is gone. */
  readonly url: string | null;
  /** Null where the bytes did not tell. */
  readonly seconds: number | null;
  /** How loud it is from beginning to end, from 0 to 100; null until this device has had the sound of it. */
  readonly peaks: readonly number[] | null;
}

/** Sound that this device has recorded. */
export interface Recording {
  /** Not a Blob: some browsers keep those as files beside the database, and lose them. */
  readonly bytes: ArrayBuffer;
  /** As the recorder names it: "audio/webm;codecs=opus". */
  readonly mediaType: string;
  readonly seconds: number;
  readonly peaks: readonly number[];
}

/**
 * A recording that the server does not have. Under the conversation's key while it is in the composer, under the
 * message's id from when it is sent until the server has it.
 */
export interface StoredRecording extends Recording {
  readonly id: string;
}

/** The sound of a voice message that the server has too (`sounds.ts`). */
export interface StoredSound extends Pick<Recording, 'bytes' | 'mediaType'> {
  /** The message's. */
  readonly id: string;
  /** Of the bytes. */
  readonly size: number;
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number;
}

/** Id of a message that was deleted: it never shows again, however late a copy of it arrives. */
export interface Deletion {
  readonly id: string;
  /** Given up on this device while it may have been on its way: if the server shows it after all, it is deleted there. */
  readonly isWithdrawn?: true;
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

/** What was written on other devices at the same time as a draft, and is offered beside it. */
export interface DraftAside {
  readonly conversation: ConversationKey;
  readonly texts: readonly string[];
}

/** A draft as the server had it when this device last agreed with it (`messages/drafts`). */
export interface DraftBase {
  readonly conversation: ConversationKey;
  readonly text: string;
  readonly aside: readonly string[];
  readonly revision: number;
}

/** What the server has to be told of a message. `seq` is the order in which the owner sent. */
export interface OutboxRow {
  readonly seq: number;
  readonly id: string;
  readonly lane: ConversationKey;
  /** A message to send; or one that was given up when the server may have had it, to be deleted there. */
  readonly task: 'send' | 'withdraw';
  /** The sound of a voice message is among the `recordings`. */
  readonly messageType: Message['messageType'];
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

/** What a member's database is called in the browser. */
export const databaseName = ({ id, createdAt }: Owner): string => `messages-of-${id}-since-${createdAt}`;

/** Something that stands in for the browser's IndexedDB. */
export type Memory = Required<Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>>;

/** The version that this code knows: the last of those below. */
const knownVersion = 6;

/** Another tab runs a newer version of the app, which has brought the database further than this code knows. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/** One member's messages on this device. Another member opens another database and so sees none of it. */
export class MemberDatabase extends Dexie {
  readonly owner: Owner;
  /** False when it is gone with the tab. */
  readonly isKept: boolean;
  /** Whether it was not there before it was opened. */
  isNew = false;
  readonly messages: Table<StoredMessage, string>;
  readonly deletions: Table<Deletion, string>;
  readonly members: Table<StoredMember, number>;
  readonly conversations: Table<StoredConversation, ConversationKey>;
  readonly drafts: Table<Draft, ConversationKey>;
  readonly draftAsides: Table<DraftAside, ConversationKey>;
  readonly draftBases: Table<DraftBase, ConversationKey>;
  readonly outbox: Table<OutboxRow, number, Omit<OutboxRow, 'seq'>>;
  readonly recordings: Table<StoredRecording, string>;
  readonly sounds: Table<StoredSound, string>;
  readonly sync: Table<Cursor, 'cursor'>;

  /** @param memory what to keep it in instead of the browser's storage (`open.ts`) */
  constructor(owner: Owner, memory?: Memory) {
    super(databaseName(owner), memory ?? {});
    this.owner = owner;
    this.isKept = memory === undefined;
    this.on('populate', () => {
      this.isNew = true;
    });
    // Another tab deletes it with its owner, or brings it to a newer version: made way for, without a warning. It stays closed of an
    // owner who has left, for it would be there again, and where it is newer, for this code would write what is wrong there.
    this.on('versionchange', ({ newVersion }) => {
      const isNewer = newVersion !== null;
      this.close({ disableAutoOpen: isNewer || rememberedUser()?.id !== owner.id });
      if (isNewer) isOutdated.set(true);
      return false;
    });
    const refuseNewer = () => {
      // The browser's own count is tenfold, and one more where Dexie has mended what was missing.
      if (this.backendDB().version < 10 * (knownVersion + 1)) return;
      this.close({ disableAutoOpen: true });
      isOutdated.set(true);
      throw new NewerDatabaseError('The database is of a newer version of the app');
    };
    this.on('ready', refuseNewer, true);
    this.version(1).stores({
      messages: 'id, [conversation+order]',
      deletions: 'id',
      members: 'id',
      conversations: 'key',
      drafts: 'conversation',
      outbox: '++seq, &id, lane, [lane+seq], delivery.state',
      sync: 'id',
    });
    this.version(2).stores({ recordings: 'id' }).upgrade(addVoice);
    this.version(3).stores({}).upgrade(addTask);
    this.version(4).stores({ draftAsides: 'conversation', draftBases: 'conversation' });
    this.version(5).stores({ messages: 'id, [conversation+order], [conversation+senderId+order]' });
    this.version(knownVersion).stores({ sounds: 'id, [at+size]' });
    this.messages = this.table('messages');
    this.deletions = this.table('deletions');
    this.members = this.table('members');
    this.conversations = this.table('conversations');
    this.drafts = this.table('drafts');
    this.draftAsides = this.table('draftAsides');
    this.draftBases = this.table('draftBases');
    this.outbox = this.table('outbox');
    this.recordings = this.table('recordings');
    this.sounds = this.table('sounds');
    this.sync = this.table('sync');
  }

  /**
   * Calls back when the browser has removed the database under the open app: it was made anew, and is empty. To be called
   * once it is open.
   */
  onLost(callback: () => void): void {
    this.on('populate', callback);
  }
}

/**
 * Version 1 took every message for text. What the server has is asked for again, for there may be recordings among it;
 * what waits in the outbox is text.
 */
async function addVoice(transaction: Transaction): Promise<void> {
  await transaction.table('messages').toCollection().modify({ voice: null });
  await transaction.table('outbox').toCollection().modify({ messageType: 'text' });
  await transaction
    .table<StoredConversation>('conversations')
    .toCollection()
    .modify((conversation, ref) => {
      const { lastMessage } = conversation;
      ref.value = {
        ...conversation,
        history: null,
        lastMessage: lastMessage === null ? null : { ...lastMessage, voice: null },
      };
    });
  await transaction.table('sync').clear();
}

/** Until version 2 the outbox knew nothing but messages to send. */
async function addTask(transaction: Transaction): Promise<void> {
  await transaction.table('outbox').toCollection().modify({ task: 'send' });
}
