import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- key_id: the master key under which new keys are wrapped. previous_key_id: another one under which keys may
    -- still be wrapped, because a rotation has started and is not finished.
    alter table vault.master_key add column previous_key_id text check (previous_key_id <> key_id);

    -- Wrapped by the key of key_id. Null in a vault from before, until it is opened the next time: its hashing keys
    -- were derived from the master key, which SQL does not know.
    alter table vault.master_key add column hashing_keys bytea;
  `);
}

export const down = false as const;
