import type { MigrationBuilder } from 'node-pg-migrate';

/** How far the log was followed by those who change the vault by it. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    create table vault.bookmarks (
      name text primary key,
      engine text not null,
      position bigint not null
    );
  `);
}

/** Migrations of the vault only go forward: what it holds can't be rebuilt. */
export const down = false as const;
