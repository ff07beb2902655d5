import { defineTable } from '../storage/table.ts';
import type {
  ChangesTable,
  ConversationsTable,
  ErasedMembersTable,
  GlobalRunSendersTable,
  GlobalRunsTable,
  MessageMembersTable,
  MessagesTable,
  ReadMarksTable,
} from '../tables.ts';

export const members = defineTable<MessageMembersTable>('members', ['member_id'], {
  member_id: 'integer',
  username: 'text not null',
  username_key: 'text not null',
  full_name: 'text not null',
  avatar_url: 'text',
});

export const messages = defineTable<MessagesTable>('messages', ['position'], {
  position: 'bigint',
  message_id: 'text collate "C" not null unique',
  low_id: 'integer not null',
  high_id: 'integer not null',
  sender_id: 'integer not null',
  receiver_id: 'integer',
  content: 'text not null',
  message_type: 'text not null',
  voice_hash: 'text collate "C"',
  voice_seconds: 'double precision',
  created_at: 'timestamptz not null',
});

export const conversations = defineTable<ConversationsTable>('conversations', ['member_id', 'peer_id'], {
  member_id: 'integer',
  peer_id: 'integer',
  last_position: 'bigint',
  unread_count: 'integer not null',
});

export const readMarks = defineTable<ReadMarksTable>('read_marks', ['reader_id', 'peer_id'], {
  reader_id: 'integer',
  peer_id: 'integer',
  up_to: 'bigint not null',
  position: 'bigint not null',
});

export const globalRuns = defineTable<GlobalRunsTable>('global_runs', ['from_position'], {
  from_position: 'bigint',
  sent: 'integer not null',
  live: 'integer not null',
});

export const globalRunSenders = defineTable<GlobalRunSendersTable>(
  'global_run_senders',
  ['sender_id', 'from_position'],
  { sender_id: 'integer', from_position: 'bigint', live: 'integer not null' },
);

export const changes = defineTable<ChangesTable>('changes', ['audience_id', 'position'], {
  audience_id: 'integer',
  position: 'bigint',
  kind: 'text not null',
  message_id: 'text',
  reader_id: 'integer',
  peer_id: 'integer',
  up_to: 'bigint',
  member_id: 'integer',
});

export const erasedMembers = defineTable<ErasedMembersTable>('erased_members', ['member_id'], {
  member_id: 'integer',
});

export const ddl = [
  ...[members, messages, conversations, readMarks, globalRuns, globalRunSenders, changes, erasedMembers].map(
    (table) => table.ddl,
  ),
  'create index on messages (low_id, high_id, position)',
  // Finds a deleted member's global messages, and the marks of others in their conversations.
  'create index on messages (sender_id) where receiver_id is null',
  'create index on read_marks (peer_id) where peer_id <> 0',
];

export const readerDdl = [
  'create index on messages (voice_hash) where voice_hash is not null',
  'create index on members (username_key)',
  'create index on conversations (member_id, coalesce(last_position, 0) desc, peer_id desc)',
];
