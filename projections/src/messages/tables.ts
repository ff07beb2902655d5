import { defineTable } from '../storage/table.ts';
import type {
  ChangesTable,
  ConversationsTable,
  GlobalRunSendersTable,
  GlobalRunsTable,
  MessageMembersTable,
  MessagesTable,
  ReadMarksTable,
} from '../tables.ts';

/** See `MessageMembersTable`. */
export const members = defineTable<MessageMembersTable>('members', ['member_id'], {
  member_id: 'integer',
  username: 'text not null',
  username_key: 'text not null',
  full_name: 'text not null',
  avatar_url: 'text',
});

/** See `MessagesTable`. */
export const messages = defineTable<MessagesTable>('messages', ['position'], {
  position: 'bigint',
  message_id: 'text collate "C" not null unique',
  low_id: 'integer not null',
  high_id: 'integer not null',
  sender_id: 'integer not null',
  receiver_id: 'integer',
  content: 'text not null',
  created_at: 'timestamptz not null',
});

/** See `ConversationsTable`. */
export const conversations = defineTable<ConversationsTable>('conversations', ['member_id', 'peer_id'], {
  member_id: 'integer',
  peer_id: 'integer',
  last_position: 'bigint',
  unread_count: 'integer not null',
});

/** See `ReadMarksTable`. */
export const readMarks = defineTable<ReadMarksTable>('read_marks', ['reader_id', 'peer_id'], {
  reader_id: 'integer',
  peer_id: 'integer',
  up_to: 'bigint not null',
  position: 'bigint not null',
});

/** See `GlobalRunsTable`. */
export const globalRuns = defineTable<GlobalRunsTable>('global_runs', ['from_position'], {
  from_position: 'bigint',
  sent: 'integer not null',
  live: 'integer not null',
});

/** See `GlobalRunSendersTable`. */
export const globalRunSenders = defineTable<GlobalRunSendersTable>(
  'global_run_senders',
  ['sender_id', 'from_position'],
  { sender_id: 'integer', from_position: 'bigint', live: 'integer not null' },
);

/** See `ChangesTable`. */
export const changes = defineTable<ChangesTable>('changes', ['audience_id', 'position'], {
  audience_id: 'integer',
  position: 'bigint',
  kind: 'text not null',
  message_id: 'text',
  reader_id: 'integer',
  peer_id: 'integer',
  up_to: 'bigint',
});

/** All tables and the index by which threads are read, here as well as by readers. */
export const ddl = [
  ...[members, messages, conversations, readMarks, globalRuns, globalRunSenders, changes].map(
    (table) => table.ddl,
  ),
  'create index on messages (low_id, high_id, position)',
];

/** What only readers look by. */
export const readerDdl = [
  'create index on members (username_key)',
  'create index on conversations (member_id, last_position desc nulls last)',
];
