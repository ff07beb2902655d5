import { foldCase } from '@pmcw/contracts';
import { contactCases, inboxFold, memberCardFold, messageFold, typesOf } from '@pmcw/contracts/events';
import { foldMembers, type UserRecord, userRecords } from '../members/member.ts';
import type { ProductRecord, ReadModel } from '../runner/model.ts';
import { insertRows, type Transaction, upsertRows } from '../storage/table.ts';
import {
  changes,
  contacts,
  conversations,
  erasedMembers,
  globalRunSenders,
  globalRuns,
  type MessageMembersTable,
  type MessagesTable,
  messageMembers,
  messages,
  modelVersions,
  readMarks,
} from '../tables.ts';
import { writeChanges } from './changes.ts';
import { writeContacts } from './contacts.ts';
import { writeConversations } from './conversations.ts';
import { type Digest, digestOf } from './digest.ts';
import { erase, withoutErased } from './erasure.ts';
import { writeGlobalRuns } from './globalRuns.ts';
import { runsUpToRare } from './rareEvents.ts';
import { countPassed, moveMarks } from './readMarks.ts';
import { restore } from './restoring.ts';

const tables = [
  ...[messageMembers, messages, conversations, contacts, readMarks],
  ...[globalRuns, globalRunSenders, changes, erasedMembers],
];

const ddl = [
  ...tables.map((table) => table.ddl),
  'create index on messages (low_id, high_id, position)',
  // Finds a deleted member's global messages, and the marks of others in their conversations.
  'create index on messages (sender_id) where receiver_id is null',
  'create index on read_marks (peer_id) where peer_id <> 0',
  'create index on contacts (peer_id)',
];

const readerDdl = [
  'create index on messages (voice_hash) where voice_hash is not null',
  'create index on members (username_key)',
  `create index on conversations (member_id, coalesce(last_position, 0) desc, peer_id desc)
   where not is_blocked and not is_request`,
  `create index on conversations (member_id, coalesce(last_position, 0) desc, peer_id desc)
   where not is_blocked and is_request and last_position > coalesce(deleted_up_to, 0)`,
  'create index on contacts (member_id, position desc) where is_blocked',
];

export function senderAfter(row: MessageMembersTable | null, event: UserRecord): MessageMembersTable | null {
  if (!memberCardFold.owns(event)) return row;
  const before = row && { username: row.username, fullName: row.full_name, avatarUrl: row.avatar_url };
  const card = memberCardFold.evolve(before, event);
  if (card === null) return null;
  return {
    member_id: event.data.userId,
    username: card.username,
    username_key: foldCase(card.username),
    full_name: card.fullName,
    avatar_url: card.avatarUrl,
  };
}

async function removeMessages(tx: Transaction, { deletions }: Digest): Promise<MessagesTable[]> {
  if (deletions.length === 0) return [];
  const removed = await tx.query<MessagesTable>(
    `delete from messages where message_id = any($1) returning ${messages.columns.join(', ')}`,
    [deletions.map((deletion) => deletion.message_id)],
  );
  return removed.rows;
}

/** Few enough to count one by one, and enough to need few runs. */
const globalRunLength = 1000;

/** Only the last event may delete a member. */
async function applyRun(tx: Transaction, events: readonly ProductRecord[], runLength: number): Promise<void> {
  const senders = await foldMembers(tx, messageMembers, userRecords(events), senderAfter);
  await upsertRows(tx, messageMembers, [...senders.values()]);
  const digest = digestOf(events);
  const removed = await removeMessages(tx, digest);
  const marks = await moveMarks(tx, digest, removed);
  // Before this run's messages are inserted: the marks after the run decide on those.
  const passed = await countPassed(tx, marks);
  await insertRows(tx, messages, digest.kept);
  await writeContacts(tx, digest);
  await writeConversations(tx, digest, removed, marks, passed);
  await writeGlobalRuns(tx, digest, removed, runLength);
  await writeChanges(tx, digest, removed, marks);
}

/** Split at deletions of members, so that no later event adds to a deleted one, and at restored messages. */
async function apply(tx: Transaction, events: readonly ProductRecord[], runLength: number): Promise<void> {
  for (const { run, rare } of runsUpToRare(events)) {
    const kept = await withoutErased(tx, run);
    await applyRun(tx, kept, runLength);
    if (rare?.type === 'UserDeleted') await erase(tx, rare);
    else if (rare !== null && kept.includes(rare)) await restore(tx, rare);
  }
}

export const createMessagesModel = (runLength = globalRunLength): ReadModel => ({
  name: 'messages',
  version: modelVersions.messages,
  types: [...memberCardFold.types, ...messageFold.types, ...inboxFold.types, ...typesOf(contactCases)],
  ddl,
  readerDdl,
  apply: (tx, events) => apply(tx, events, runLength),
});
