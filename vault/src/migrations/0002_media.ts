import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- A row per owner, though two may have the same bytes: forgetting one member then concerns no other.
    create table vault.media (
      owner_id integer not null,
      hash bytea not null,
      media_type text not null,
      bytes bytea not null,
      stored_at timestamptz not null,
      primary key (owner_id, hash)
    );
    create index media_by_hash on vault.media (hash);
    -- Images and voice are compressed already.
    alter table vault.media alter column bytes set storage external;
  `);
}

export const down = false as const;
