import type { MigrationBuilder } from 'node-pg-migrate';

/** Images and voice, which are too large for events and must be forgettable. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- A row per owner, though two may keep the same bytes: forgetting a member then concerns nobody else.
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

/** Migrations of the vault only go forward: what it holds can't be rebuilt. */
export const down = false as const;
