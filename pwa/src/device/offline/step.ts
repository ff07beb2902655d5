import { dequal } from 'dequal/lite';
import { deriveConversation, deriveNewConversation, unknownConversation } from './conversations.ts';
import type {
  ConversationMarks,
  History,
  MemberDatabase,
  OutboxRow,
  StoredConversation,
  StoredMember,
  StoredMessage,
} from './database.ts';
import {
  type ConversationKey,
  conversationKey,
  firstOrder,
  isPending,
  type Order,
  orderOf,
  peerOf,
  seqOf,
} from './keys.ts';

export interface Reads {
  /** Messages that may be put or deleted. */
  readonly messageIds: readonly string[];
  /** Conversations that may be touched, besides those of messages already here. */
  readonly conversations: readonly ConversationKey[];
  /** Of the cursor at which the data was requested: nothing happens if the log was restored since. */
  readonly incarnation?: string | undefined;
}

/**
 * The changes of one transaction: reads everything first, changes it in memory, then writes it, so that a page of
 * hundreds of changes costs few requests. It awaits nothing else, because Dexie loses its transaction over long chains
 * of foreign promises.
 */
export class Step {
  readonly #db: MemberDatabase;
  readonly #conversations = new Map<ConversationKey, StoredConversation>();
  /** Null: not on this device, nor any message of it. */
  readonly #stored = new Map<ConversationKey, StoredConversation | null>();
  readonly #touched = new Set<ConversationKey>();
  /** Null: to be removed. */
  readonly #messages = new Map<string, StoredMessage | null>();
  readonly #changed = new Set<string>();
  readonly #members = new Map<number, StoredMember>();
  readonly #deleted = new Set<string>();
  readonly #undeleted = new Set<string>();
  /** Conversations whose received messages are deleted up to an order. */
  readonly #received = new Map<ConversationKey, Order>();
  /** Deleted earlier; true if canceled here, perhaps too late. */
  readonly #known = new Map<string, boolean>();
  /** Unsent messages, as they are here, that the server turned out to have. */
  readonly #settled = new Map<string, StoredMessage>();
  /** Canceled messages that the server has. */
  readonly #unwanted = new Map<string, ConversationKey>();
  listIsStale = false;

  private constructor(db: MemberDatabase) {
    this.#db = db;
  }

  /**
   * All or nothing.
   * @returns whether the conversation list should be fetched again
   */
  static run(
    db: MemberDatabase,
    reads: Reads,
    change: (step: Step) => void,
    reached: string | null = null,
  ): Promise<{ readonly listIsStale: boolean }> {
    const tables = [
      db.messages,
      db.deletions,
      db.members,
      db.conversations,
      db.outbox,
      db.recordings,
      db.sounds,
      db.sync,
    ];
    return db.transaction('rw', tables, async () => {
      if (!(await isStillIn(db, reads.incarnation))) return { listIsStale: false };
      const step = new Step(db);
      await step.#read(reads);
      change(step);
      await step.#write();
      if (step.listIsStale) await noteStaleList(db);
      if (reached !== null) await moveCursor(db, reached);
      return { listIsStale: step.listIsStale };
    });
  }

  get ownerId(): number {
    return this.#db.owner.id;
  }

  read(key: ConversationKey): StoredConversation {
    return this.#conversations.get(key) ?? unknownConversation(key);
  }

  set(key: ConversationKey, change: Partial<ConversationMarks & { history: History | null }>): void {
    const before = this.#conversations.get(key);
    const after = { ...this.read(key), ...change };
    // Rewriting what is stored would cost as much as a change, and make every screen read it again.
    if (dequal(before, after)) return;
    this.#conversations.set(key, after);
    this.#touched.add(key);
  }

  /**
   * Puts a message unless it was deleted; an own one leaves the outbox. Only this device knows a recording's waveform.
   */
  put(message: StoredMessage): void {
    const { id, conversation, senderId } = message;
    if (!this.#conversations.has(conversation)) this.#touched.add(conversation);
    if (this.#deleted.has(id) || this.#known.has(id)) {
      const isUnwanted = senderId === this.ownerId && this.#known.get(id) === true;
      if (isUnwanted) this.#unwanted.set(id, conversation);
      return;
    }
    const before = this.#messages.get(id) ?? null;
    const peaks = before?.voice?.peaks ?? null;
    const voice = message.voice === null ? null : { ...message.voice, peaks: message.voice.peaks ?? peaks };
    const after = { ...message, voice };
    if (dequal(before, after)) return;
    this.#settle(before);
    this.#messages.set(id, after);
    this.#changed.add(id);
    this.#touched.add(conversation);
  }

  delete(id: string): StoredMessage | null {
    const message = this.#messages.get(id) ?? null;
    this.#settle(message);
    this.#deleted.add(id);
    this.#undeleted.delete(id);
    this.#messages.set(id, null);
    if (message === null) return null;
    this.#changed.add(id);
    this.#touched.add(message.conversation);
    return message;
  }

  /** Lets a deleted message be put again; false if the owner canceled it here. */
  undelete(id: string): boolean {
    if (this.#known.get(id) === true) return false;
    this.#known.delete(id);
    this.#deleted.delete(id);
    this.#undeleted.add(id);
    return true;
  }

  /** Deletes the messages of others, on this device only. */
  deleteReceived(key: ConversationKey, upTo: Order): void {
    this.#received.set(key, upTo);
    this.#touched.add(key);
  }

  #settle(message: StoredMessage | null): void {
    if (message !== null && isPending(message.order)) this.#settled.set(message.id, message);
  }

  remember(member: StoredMember): void {
    this.#members.set(member.id, member);
  }

  async #read({ messageIds, conversations }: Reads): Promise<void> {
    const db = this.#db;
    const messages = (await db.messages.bulkGet([...messageIds])).filter((message) => message !== undefined);
    for (const message of messages) this.#messages.set(message.id, message);
    const deletions = await db.deletions.bulkGet([...messageIds]);
    for (const deletion of deletions) {
      if (deletion !== undefined) this.#known.set(deletion.id, deletion.isWithdrawn === true);
    }
    await this.#readConversations([...conversations, ...messages.map(({ conversation }) => conversation)]);
  }

  async #readConversations(wanted: readonly ConversationKey[]): Promise<void> {
    const keys = [...new Set(wanted)].filter((key) => !this.#stored.has(key));
    const stored = await this.#db.conversations.bulkGet(keys);
    for (const [index, key] of keys.entries()) {
      const conversation = stored[index] ?? null;
      this.#stored.set(key, conversation);
      if (conversation !== null) this.#conversations.set(key, conversation);
    }
  }

  async #write(): Promise<void> {
    const db = this.#db;
    const changed = [...this.#changed].map((id) => [id, this.#messages.get(id) ?? null] as const);
    const messages = changed.flatMap(([, message]) => message ?? []);
    const removed = changed.flatMap(([id, message]) => (message === null ? [id] : []));
    if (messages.length > 0) await db.messages.bulkPut(messages);
    if (removed.length > 0) await db.messages.bulkDelete(removed);
    await this.#writeReceived();
    if (this.#undeleted.size > 0) await db.deletions.bulkDelete([...this.#undeleted]);
    if (this.#deleted.size > 0) await db.deletions.bulkPut([...this.#deleted].map((id) => ({ id })));
    await this.#writeOutbox();
    await this.#writeMembers();
    await this.#writeConversations();
  }

  async #writeReceived(): Promise<void> {
    const { messages, sounds } = this.#db;
    for (const [key, upTo] of this.#received) {
      const ids = await messages
        .where('[conversation+order]')
        .between([key, firstOrder], [key, upTo], true, true)
        .filter(({ senderId }) => senderId !== this.ownerId)
        .primaryKeys();
      await messages.bulkDelete(ids);
      await sounds.bulkDelete(ids);
    }
  }

  async #writeOutbox(): Promise<void> {
    const { outbox, recordings, sounds } = this.#db;
    const settled = [...this.#settled.values()];
    const withSound = settled.filter(({ voice }) => voice !== null).map(({ id }) => id);
    if (settled.length > 0) await outbox.bulkDelete(settled.map(({ order }) => seqOf(order)));
    if (withSound.length > 0) await recordings.bulkDelete(withSound);
    if (this.#deleted.size > 0) await sounds.bulkDelete([...this.#deleted]);
    for (const id of this.#deleted) {
      if (this.#known.get(id) === true) await outbox.where('id').equals(id).delete();
    }
    for (const [id, lane] of this.#unwanted) {
      const isBeingWithdrawn = (await outbox.where('id').equals(id).count()) > 0;
      if (!isBeingWithdrawn && !this.#deleted.has(id)) await outbox.add(withdrawalOf(id, lane));
    }
  }

  async #writeMembers(): Promise<void> {
    const members = [...this.#members.values()];
    if (members.length === 0) return;
    const known = await this.#db.members.bulkGet(members.map(({ id }) => id));
    const changed = members.filter((member, i) => !dequal(member, known[i]));
    if (changed.length === 0) return;
    await this.#db.members.bulkPut(changed);
    await this.#renameIn(new Set(changed.map(({ id }) => id)));
  }

  /** The list's rows contain the names of members. */
  async #renameIn(changed: ReadonlySet<number>): Promise<void> {
    const keys: ConversationKey[] = [...[...changed].map(conversationKey), 'global'];
    await this.#readConversations(keys);
    for (const key of keys) {
      const conversation = this.#conversations.get(key);
      if (conversation === undefined) continue;
      if (key === 'global' && !changed.has(conversation.lastMessage?.senderId ?? 0)) continue;
      this.#touched.add(key);
    }
  }

  async #writeConversations(): Promise<void> {
    // Dexie reports an empty write as a change.
    if (this.#touched.size === 0) return;
    const derived = await Promise.all([...this.#touched].map((key) => this.#derived(key)));
    await this.#db.conversations.bulkPut(derived);
    this.listIsStale ||= derived.some(
      ({ key, member, isBlocked }) => key !== 'global' && member === null && isBlocked !== true,
    );
  }

  async #derived(key: ConversationKey): Promise<StoredConversation> {
    const conversation = this.read(key);
    const member = this.#members.get(peerOf(key) ?? 0);
    if (member === undefined || this.#stored.get(key) !== null || this.#received.has(key))
      return deriveConversation(this.#db, conversation);
    const all = [...this.#messages.values()].filter((message) => message !== null);
    const messages = all.filter((message) => message.conversation === key);
    return deriveNewConversation(this.ownerId, conversation, messages, member);
  }
}

export const withdrawalOf = (id: string, lane: ConversationKey): Omit<OutboxRow, 'seq'> => ({
  ...{ id, lane, task: 'withdraw', messageType: 'text', content: '', attempts: 0 },
  delivery: { state: 'queued' },
});

/**
 * Never moves back, nor in another incarnation, which another tab may have entered. Callers follow the rules of
 * `realtime/sync.ts`.
 */
export async function moveCursor(
  db: MemberDatabase,
  position: string,
  incarnation?: string | undefined,
): Promise<void> {
  const known = await db.sync.get('cursor');
  if (known?.incarnation !== undefined && !(await isStillIn(db, incarnation))) return;
  if (known === undefined || orderOf(known.position) < orderOf(position)) {
    await db.sync.put({ ...known, id: 'cursor', position, ...(incarnation && { incarnation }) });
  }
}

/** Undefined: an older server, or the first connection. */
export async function isStillIn(db: MemberDatabase, incarnation: string | undefined): Promise<boolean> {
  return incarnation === undefined || (await db.sync.get('cursor'))?.incarnation === incarnation;
}

/** The next fetch of the list is a whole one, also after a restart. */
export async function noteStaleList(db: MemberDatabase): Promise<void> {
  await db.sync.update('cursor', { wholeListAt: undefined });
}
