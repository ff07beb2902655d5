import type { MigrationBuilder } from 'node-pg-migrate';

/** Who is changing how a member signs in: the log and the vault are changed one after the other, and two at once would mix. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    create table vault.credential_turns (
      user_id integer primary key,
      holder uuid not null,
      until timestamptz not null
    );
  `);
}

/** Migrations of the vault only go forward: what it holds can't be rebuilt. */
export const down = false as const;
