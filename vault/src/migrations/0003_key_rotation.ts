import type { MigrationBuilder } from 'node-pg-migrate';

/** What lets the master key be exchanged: hashing keys of their own, and the state of a rotation. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- key_id: the master key under which new keys are wrapped. previous_key_id: another one under which keys may
    -- still be wrapped, because a rotation has begun and is not finished.
    alter table vault.master_key add column previous_key_id text check (previous_key_id <> key_id);

    -- Wrapped by the key of key_id. Null in a vault from before, until it is opened the next time: its hashing keys
    -- were derived from the master key, which SQL does not know.
    alter table vault.master_key add column hashing_keys bytea;
  `);
}

/** Migrations of the vault only go forward: what it holds can't be rebuilt. */
export const down = false as const;
