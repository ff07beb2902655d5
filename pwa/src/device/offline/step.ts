import { deriveConversation, unknownConversation } from './conversations.ts';
import type {
  ConversationMarks,
  History,
  MemberDatabase,
  OutboxRow,
  StoredConversation,
  StoredMember,
  StoredMessage,
} from './database.ts';
import { type ConversationKey, orderOf, peerOf } from './keys.ts';

export interface Reads {
  /** Messages that may be put or deleted. */
  readonly messageIds: readonly string[];
  /** Conversations that may be touched, besides those of messages already here. */
  readonly conversations: readonly ConversationKey[];
}

/**
 * The changes of one transaction: reads everything first, changes it in memory, then writes it, so that a page of
 * hundreds of changes costs few requests. It awaits nothing else, because Dexie loses its transaction over long chains
 * of foreign promises.
 */
export class Step {
  readonly #db: MemberDatabase;
  readonly #conversations = new Map<ConversationKey, StoredConversation>();
  readonly #touched = new Set<ConversationKey>();
  /** Null: missing, or to be removed. */
  readonly #messages = new Map<string, StoredMessage | null>();
  readonly #members = new Map<number, StoredMember>();
  readonly #deleted = new Set<string>();
  /** Deleted earlier; true if canceled here, perhaps too late. */
  readonly #known = new Map<string, boolean>();
  /** Own messages that the server has. */
  readonly #settled = new Set<string>();
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
      const step = new Step(db);
      await step.#read(reads);
      change(step);
      await step.#write();
      if (reached !== null) await moveCursor(db, reached);
      return { listIsStale: step.listIsStale };
    });
  }

  get ownerId(): number {
    return this.#db.owner.id;
  }

  touch(key: ConversationKey): StoredConversation {
    this.#touched.add(key);
    return this.#conversations.get(key) ?? unknownConversation(key);
  }

  set(key: ConversationKey, change: Partial<ConversationMarks & { history: History | null }>): void {
    this.#conversations.set(key, { ...this.touch(key), ...change });
  }

  /**
   * Puts a message unless it was deleted; an own one leaves the outbox. Only this device knows a recording's waveform.
   */
  put(message: StoredMessage): void {
    const isDeleted = this.#deleted.has(message.id) || this.#known.has(message.id);
    if (message.senderId === this.ownerId) {
      this.#settled.add(message.id);
      if (this.#known.get(message.id) === true) this.#unwanted.set(message.id, message.conversation);
    }
    const peaks = this.#messages.get(message.id)?.voice?.peaks ?? null;
    const voice = message.voice === null ? null : { ...message.voice, peaks: message.voice.peaks ?? peaks };
    this.#messages.set(message.id, isDeleted ? null : { ...message, voice });
  }

  delete(id: string): StoredMessage | null {
    const message = this.#messages.get(id) ?? null;
    this.#deleted.add(id);
    this.#messages.set(id, null);
    return message;
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
    const keys = new Set([...conversations, ...messages.map(({ conversation }) => conversation)]);
    const known = await db.conversations.bulkGet([...keys]);
    for (const conversation of known) {
      if (conversation !== undefined) this.#conversations.set(conversation.key, conversation);
    }
  }

  async #write(): Promise<void> {
    const db = this.#db;
    const messages = [...this.#messages.values()].filter((message) => message !== null);
    const removed = [...this.#messages].flatMap(([id, message]) => (message === null ? [id] : []));
    if (messages.length > 0) await db.messages.bulkPut(messages);
    if (removed.length > 0) await db.messages.bulkDelete(removed);
    if (this.#deleted.size > 0) await db.deletions.bulkPut([...this.#deleted].map((id) => ({ id })));
    await this.#writeOutbox();
    await this.#writeMembers();
    for (const key of this.#touched) await this.#writeConversation(this.touch(key));
  }

  async #writeOutbox(): Promise<void> {
    const { outbox, recordings, sounds } = this.#db;
    const ended = [...this.#settled, ...this.#deleted];
    if (ended.length === 0) return;
    const isOver = ({ id, task }: OutboxRow) => task === 'send' || this.#deleted.has(id);
    await outbox.where('id').anyOf(ended).filter(isOver).delete();
    await recordings.bulkDelete(ended);
    if (this.#deleted.size > 0) await sounds.bulkDelete([...this.#deleted]);
    for (const [id, lane] of this.#unwanted) {
      const isBeingWithdrawn = (await outbox.where('id').equals(id).count()) > 0;
      if (!isBeingWithdrawn && !this.#deleted.has(id)) await outbox.add(withdrawalOf(id, lane));
    }
  }

  async #writeMembers(): Promise<void> {
    const members = [...this.#members.values()];
    const known = await this.#db.members.bulkGet(members.map(({ id }) => id));
    const changed = members.filter((member, i) => !isSameMember(member, known[i]));
    if (changed.length > 0) await this.#db.members.bulkPut(changed);
  }

  async #writeConversation(conversation: StoredConversation): Promise<void> {
    const db = this.#db;
    await db.conversations.put(await deriveConversation(db, conversation));
    const peerId = peerOf(conversation.key);
    if (peerId !== null && (await db.members.get(peerId)) === undefined) this.listIsStale = true;
  }
}

export const withdrawalOf = (id: string, lane: ConversationKey): Omit<OutboxRow, 'seq'> => ({
  ...{ id, lane, task: 'withdraw', messageType: 'text', content: '', attempts: 0 },
  delivery: { state: 'queued' },
});

/** Never moves back. Callers follow the rules of `realtime/sync.ts`. */
export async function moveCursor(db: MemberDatabase, position: string): Promise<void> {
  const known = await db.sync.get('cursor');
  if (known === undefined || orderOf(known.position) < orderOf(position)) {
    await db.sync.put({ id: 'cursor', position });
  }
}

function isSameMember(a: StoredMember, b: StoredMember | undefined): boolean {
  return a.username === b?.username && a.fullName === b.fullName && a.avatarUrl === b.avatarUrl;
}
