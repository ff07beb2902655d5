import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- Retired ones stay, so that what they signed can still be checked.
    create table vault.profile_keys (
      id text primary key,
      public_key text not null,
      private_key bytea not null,
      created_at timestamptz not null,
      retired_at timestamptz
    );
    create unique index one_profile_key_signs on vault.profile_keys ((true)) where retired_at is null;
  `);
}

export const down = false as const;
