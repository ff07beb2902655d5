import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    create table vault.credential_turns (
      user_id integer primary key,
      holder uuid not null,
      until timestamptz not null
    );
  `);
}

export const down = false as const;
