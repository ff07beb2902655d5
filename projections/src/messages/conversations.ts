import { arraysOf, givenRows, type Transaction } from '../storage/table.ts';
import { type ConversationsTable, conversations, type MessagesTable, readMarks } from '../tables.ts';
import type { Digest } from './digest.ts';
import type { Marks, Passed } from './readMarks.ts';

const changed = ['member_id', 'peer_id', 'last_position', 'unread_count', 'is_request'] as const;
type ChangedConversation = Pick<ConversationsTable, (typeof changed)[number]>;

export class ConversationChanges {
  readonly #rows = new Map<string, ChangedConversation>();

  /** `kept` is false if the same run deletes the message. */
  sent(message: MessagesTable, kept: boolean, unread: boolean): void {
    const { sender_id, receiver_id, position } = message;
    if (receiver_id === null) return;
    const [sent, received] = [this.#row(sender_id, receiver_id), this.#row(receiver_id, sender_id)];
    sent.is_request = false;
    received.is_request &&= message.is_request;
    if (!kept) return;
    for (const row of [sent, received]) row.last_position = position;
    if (unread) received.unread_count += 1;
  }

  noLongerUnread(member: number, peer: number, count: number): void {
    this.#row(member, peer).unread_count -= count;
  }

  get rows(): ChangedConversation[] {
    return [...this.#rows.values()];
  }

  #row(member_id: number, peer_id: number): ChangedConversation {
    const key = `${member_id} ${peer_id}`;
    const none = { last_position: null, unread_count: 0, is_request: true };
    const row = this.#rows.get(key) ?? { member_id, peer_id, ...none };
    this.#rows.set(key, row);
    return row;
  }
}

/** The newest position wins. */
async function addChanges(tx: Transaction, rows: readonly ChangedConversation[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into conversations as c (${changed.join(', ')}, deleted_up_to, is_blocked)
     select given.member_id, given.peer_id, given.last_position, given.unread_count,
       given.is_request and mark.accepted_at is null, mark.deleted_up_to,
       exists (select from contacts k
         where k.member_id = given.member_id and k.peer_id = given.peer_id and k.is_blocked)
     from ${givenRows(conversations, changed)}
     left join read_marks mark on mark.reader_id = given.member_id and mark.peer_id = given.peer_id
     on conflict (member_id, peer_id) do update set
       last_position = greatest(c.last_position, excluded.last_position),
       unread_count = c.unread_count + excluded.unread_count,
       is_request = c.is_request and excluded.is_request`,
    arraysOf(rows, changed),
  );
}

/** Must run after rows were added, and after marks were written. */
async function answerRequests(tx: Transaction, { settings }: Digest): Promise<void> {
  const answers = settings.filter((setting) => 'accepted_at' in setting || 'deleted_at' in setting);
  if (answers.length === 0) return;
  await tx.query(
    `update conversations c
     set is_request = c.is_request and mark.accepted_at is null, deleted_up_to = mark.deleted_up_to
     from ${givenRows(readMarks, readMarks.key)} join read_marks mark using (reader_id, peer_id)
     where c.member_id = given.reader_id and c.peer_id = given.peer_id`,
    arraysOf(answers, ['reader_id', 'peer_id']),
  );
}

/** After a deletion the previous message may be the newest. */
async function findNewest(tx: Transaction, removed: readonly MessagesTable[]): Promise<void> {
  const sides = removed.flatMap(({ sender_id, receiver_id }) =>
    receiver_id === null
      ? []
      : [
          { member_id: sender_id, peer_id: receiver_id },
          { member_id: receiver_id, peer_id: sender_id },
        ],
  );
  if (sides.length === 0) return;
  await tx.query(
    `update conversations c set last_position = (
       select max(m.position) from messages m
       where m.low_id = least(c.member_id, c.peer_id) and m.high_id = greatest(c.member_id, c.peer_id)
     )
     from ${givenRows(conversations, conversations.key)}
     where c.member_id = given.member_id and c.peer_id = given.peer_id`,
    arraysOf(sides, ['member_id', 'peer_id']),
  );
}

/** Must run after the messages were written. */
export async function writeConversations(
  tx: Transaction,
  digest: Digest,
  removed: readonly MessagesTable[],
  marks: Marks,
  passed: readonly Passed[],
): Promise<void> {
  const changes = new ConversationChanges();
  const kept = new Set(digest.kept);
  for (const message of digest.sent)
    changes.sent(message, kept.has(message), marks.isUnread(message, 'after'));
  for (const message of removed) {
    if (message.receiver_id !== null && marks.isUnread(message, 'before'))
      changes.noLongerUnread(message.receiver_id, message.sender_id, 1);
  }
  for (const { reader_id, peer_id, count } of passed) changes.noLongerUnread(reader_id, peer_id, count);
  await addChanges(tx, changes.rows);
  await answerRequests(tx, digest);
  await findNewest(tx, removed);
}
