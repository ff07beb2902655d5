import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- Nothing was ever kept in the table before: this is the first release that takes images and voice.
    drop table vault.media;

    -- A row is one attempt to have something (bytes), or nothing (null), in a place of a member: 'avatar', 'background',
    -- 'message-{id}'. Settled ones are what the log says; the others are still being decided (docs/decisions/media.md).
    create table vault.media (
      id uuid primary key default gen_random_uuid(),
      owner_id integer not null,
      place text not null,
      hash bytea,
      media_type text,
      bytes bytea,
      begun_at timestamptz not null,
      settled boolean not null default false,
      check (num_nulls(hash, media_type, bytes) in (0, 3))
    );
    create index media_by_hash on vault.media (hash) where hash is not null;
    create index media_in_places on vault.media (owner_id, place);
    create index media_unsettled on vault.media (begun_at) where not settled;
    -- Images and voice are compressed already, and a part of them is read without the rest.
    alter table vault.media alter column bytes set storage external;
  `);
}

export const down = false as const;
