import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    create table vault.bookmarks (
      name text primary key,
      engine text not null,
      position bigint not null
    );
  `);
}

export const down = false as const;
