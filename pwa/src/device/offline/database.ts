import type { Message } from '@pmcw/contracts';
import Dexie, { type DexieOptions, type Table, type Transaction } from 'dexie';
import type { StoredBlock } from './blockState.ts';
import { type ConversationKey, firstOrder, type Order, peerOf } from './keys.ts';
import { listingOf } from './listing.ts';
import type { Delivery } from './outbox/states.ts';
import { isOutdated } from './outdated.ts';
import type { Owner } from './owner.ts';
import { rememberedUser } from './rememberedUser.ts';
import { defaultSettings, type SettingsOfServer, type SettingsWish } from './settings.ts';
import { databaseName } from './stores.ts';

export interface StoredMessage {
  readonly id: string;
  readonly conversation: ConversationKey;
  readonly order: Order;
  readonly senderId: number;
  readonly content: string;
  /** Null for text. */
  readonly voice: StoredVoice | null;
  /** ISO 8601; by the device's clock until the server has it. */
  readonly createdAt: string;
}

export interface StoredVoice {
  /** Null while the sound is only here (`recordings`), and once it is gone. */
  readonly url: string | null;
  /** Null if the bytes don't contain it. */
  readonly seconds: number | null;
  /** Loudness from start to end, from 0 to 100; null until this device had the sound. */
  readonly peaks: readonly number[] | null;
}

export interface Recording {
  /** Not a Blob: some browsers store those as files beside the database, and lose them. */
  readonly bytes: ArrayBuffer;
  /** Of the recorder, such as "audio/webm;codecs=opus". */
  readonly mediaType: string;
  readonly seconds: number;
  readonly peaks: readonly number[];
}

/**
 * A recording that the server lacks: under the conversation's key in the composer, under the message's id once queued.
 */
export interface StoredRecording extends Recording {
  readonly id: string;
}

/** The sound of a voice message that the server has, too (`sounds.ts`). */
export interface StoredSound extends Pick<Recording, 'bytes' | 'mediaType'> {
  readonly id: string;
  /** In bytes. */
  readonly size: number;
  /** When it was stored, in milliseconds since 1970. */
  readonly at: number;
}

/** Id of a deleted message, so that no late copy reappears. */
export interface Deletion {
  readonly id: string;
  /** Canceled here while it may have been sent: deleted on the server if it arrived. */
  readonly isWithdrawn?: true;
}

export interface StoredMember {
  readonly id: number;
  readonly username: string;
  readonly fullName: string;
  readonly avatarUrl: string | null;
}

/** Marks only rise, so they can be merged in any order. */
export interface ConversationMarks {
  readonly readUpTo: Order;
  /** The part of `readUpTo` that the server knows. */
  readonly toldUpTo: Order;
  readonly peerReadUpTo: Order;
  /** The server's count of unread messages up to `upTo`, used while not all are here. */
  readonly counted: { readonly unread: number; readonly upTo: Order };
  readonly settings: SettingsOfServer;
  /** The owner's changes that the server has not answered; null if there are none. */
  readonly wish: SettingsWish | null;
  /** Whether the owner neither knew the member nor accepted their messages; once false, always. Null while unknown. */
  readonly isRequest: boolean | null;
  /** The owner deleted a request up to it. */
  readonly deletedUpTo: Order;
}

/** A conversation, with everything that its row in the list shows. */
export interface StoredConversation extends ConversationMarks, Listing {
  readonly key: ConversationKey;
  /** Null until a page of the thread was fetched. */
  readonly history: History | null;
  /** Present while the owner blocks the member (`blocks.ts`). */
  readonly isBlocked?: true;
}

/** Derived from messages, marks and members (`conversations.ts`), so that the list is read through indexes. */
export interface Listing {
  readonly unreadCount: number;
  readonly lastMessage: StoredMessage | null;
  /** Null for the global chat, and while the device does not know them. */
  readonly member: StoredMember | null;
  /** Of the global chat's last message; null for the owner. */
  readonly lastSender: StoredMember | null;
  /** In ascending order, newest first; absent while it is not in the list or hidden, and for the global chat. */
  readonly place?: readonly [number, number];
  /** As `place`, in the list of requests. */
  readonly request?: readonly [number, number];
  /** Present while the server does not know the owner's read mark or settings. */
  readonly untold?: 1;
}

/** The part of a thread without missing messages. */
export interface History {
  readonly from: Order;
  /** The server's cursor for older messages (`before`); null at the start of the conversation. */
  readonly older: string | null;
}

/** `id` becomes the message's id, so that sending a draft twice sends it once. */
export interface Draft {
  readonly conversation: ConversationKey;
  readonly id: string;
  readonly text: string;
}

/** Texts written on other devices at the same time, offered beside the draft. */
interface DraftAside {
  readonly conversation: ConversationKey;
  readonly texts: readonly string[];
}

/** The draft on which this device and the server last agreed (`messages/drafts`). */
export interface DraftBase {
  readonly conversation: ConversationKey;
  readonly text: string;
  readonly aside: readonly string[];
  readonly revision: number;
}

/** `seq` is the order of sending. */
export interface OutboxRow {
  readonly seq: number;
  readonly id: string;
  readonly lane: ConversationKey;
  /** `withdraw`: canceled when the server may have had it, so it is deleted there. */
  readonly task: 'send' | 'withdraw';
  /** The sound of a voice message is in `recordings`. */
  readonly messageType: Message['messageType'];
  readonly content: string;
  /** Attempts without a clear answer. */
  readonly attempts: number;
  readonly delivery: Delivery;
}

/** The position up to which everything is on this device, except what is older than the owner's first visit. */
export interface Cursor {
  readonly id: 'cursor';
  readonly position: string;
  /** Of the log; absent from devices that have not met a server with incarnations. */
  readonly incarnation?: string | undefined;
  /** When the whole list was fetched, in milliseconds since 1970, if the changes since then keep it right. */
  readonly wholeListAt?: number | undefined;
  /** Whether the blocked members were fetched; changes keep them up to date. */
  readonly knowsBlocks?: boolean;
}

/** Replacements for the browser's IndexedDB. */
type Memory = Required<Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>>;

const knownVersion = 10;

/** Another tab runs a newer version of the app, which upgraded the database. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

/** Each member has a database of their own. */
export class MemberDatabase extends Dexie {
  readonly owner: Owner;
  /** False if it is lost with the tab. */
  readonly isKept: boolean;
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
  readonly blocks: Table<StoredBlock, number>;
  readonly sync: Table<Cursor, 'cursor'>;

  /** @param memory where to store it instead of the browser's storage (`open.ts`) */
  constructor(owner: Owner, memory?: Memory) {
    // Screens and queries follow the name, so that in memory is another one.
    super(memory === undefined ? databaseName(owner) : `${databaseName(owner)} in memory`, {
      // Otherwise Chromium reports a transaction as complete before it is on the disk.
      chromeTransactionDurability: 'strict',
      ...memory,
    });
    this.owner = owner;
    this.isKept = memory === undefined;
    this.on('populate', () => {
      this.isNew = true;
    });
    // Another tab deletes or upgrades the database. It must stay closed if the owner has left (reopening would create
    // it again) or the version is newer (this code would write wrong data).
    this.on('versionchange', ({ newVersion }) => {
      const isNewer = newVersion !== null;
      this.close({ disableAutoOpen: isNewer || rememberedUser()?.id !== owner.id });
      if (isNewer) isOutdated.set(true);
      return false;
    });
    const refuseNewer = () => {
      // Browsers get Dexie's version times ten, plus one after a repair.
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
    this.version(6).stores({ sounds: 'id, [at+size]' });
    this.version(7)
      .stores({ conversations: 'key, place, unreadCount, untold', members: 'id, username' })
      .upgrade(async (transaction) => {
        await endWaits(transaction);
        await addListings(transaction, owner.id);
      });
    this.version(8).stores({ blocks: 'memberId, shown, untold' });
    this.version(9).stores({}).upgrade(addSettings);
    this.version(knownVersion)
      .stores({ conversations: 'key, place, request, unreadCount, untold' })
      .upgrade(addRequests);
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
    this.blocks = this.table('blocks');
    this.sync = this.table('sync');
  }

  /**
   * Calls back when the browser removed the database of the open app, which is then created again, empty. Call it once
   * open.
   */
  onLost(callback: () => void): void {
    this.on('populate', callback);
  }
}

/**
 * Version 1 had only text. Messages of the server are fetched again, as some may be recordings; those in the outbox are
 * text.
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

/** Earlier versions did not store the start of a wait. */
async function endWaits(transaction: Transaction): Promise<void> {
  await transaction
    .table<OutboxRow>('outbox')
    .filter(({ delivery }) => delivery.state === 'waiting')
    .modify({ delivery: { state: 'queued' } });
}

async function addListings(transaction: Transaction, ownerId: number): Promise<void> {
  const members = await transaction.table<StoredMember>('members').toArray();
  const byId = new Map(members.map((member) => [member.id, member]));
  const memberOf = (id: number | null) => (id === null ? null : (byId.get(id) ?? null));
  await transaction
    .table<StoredConversation>('conversations')
    .toCollection()
    .modify((stored, ref) => {
      // These came later (`addSettings`, `addRequests`).
      const conversation = { ...stored, wish: null, isRequest: null };
      const { key, lastMessage } = conversation;
      const lastSender = key === 'global' ? memberOf(lastMessage?.senderId ?? null) : null;
      ref.value = {
        ...conversation,
        ...listingOf(ownerId, conversation, { member: memberOf(peerOf(key)), lastSender }),
      };
    });
}

/** Earlier versions skipped changes of settings, so the whole list is fetched again. */
async function addSettings(transaction: Transaction): Promise<void> {
  await transaction
    .table<StoredConversation>('conversations')
    .toCollection()
    .modify({ settings: defaultSettings, wish: null });
  await transaction.table('sync').update('cursor', { wholeListAt: undefined });
}

/** As in `addSettings`. */
async function addRequests(transaction: Transaction): Promise<void> {
  await transaction
    .table<StoredConversation>('conversations')
    .toCollection()
    .modify({ isRequest: null, deletedUpTo: firstOrder });
  await transaction.table('sync').update('cursor', { wholeListAt: undefined });
}

async function addTask(transaction: Transaction): Promise<void> {
  await transaction.table('outbox').toCollection().modify({ task: 'send' });
}
