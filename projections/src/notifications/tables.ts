import { defineTable } from '../storage/table.ts';
import type { NoticesTable, NotificationReadersTable, PublishedTable, ReceiptsTable } from '../tables.ts';

export const published = defineTable<PublishedTable>('published', ['notification_id'], {
  notification_id: 'text collate "C"',
  title: 'text not null',
  message: 'text not null',
  is_active: 'boolean not null',
  created_at: 'timestamptz not null',
  created_by: 'integer',
  position: 'bigint not null',
  first_at: 'timestamptz',
  first_position: 'bigint',
});

export const readers = defineTable<NotificationReadersTable>('readers', ['member_id'], {
  member_id: 'integer',
  joined_at: 'timestamptz not null',
  joined_position: 'bigint not null',
  read_up_to: 'bigint not null',
});

export const notices = defineTable<NoticesTable>('notices', ['member_id', 'notification_id'], {
  member_id: 'integer',
  notification_id: 'text collate "C"',
  title: 'text not null',
  message: 'text not null',
  created_at: 'timestamptz not null',
  position: 'bigint not null',
});

export const receipts = defineTable<ReceiptsTable>('receipts', ['member_id', 'notification_id'], {
  member_id: 'integer',
  notification_id: 'text collate "C"',
  is_read: 'boolean not null',
  is_dismissed: 'boolean not null',
});

export const ddl = [published, readers, notices, receipts].map((table) => table.ddl);

export const readerDdl = [
  'create index on published (position)',
  'create index on published (first_position) where is_active',
  'create index on notices (member_id, position)',
];
