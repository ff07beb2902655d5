import type { MigrationBuilder } from 'node-pg-migrate';

/** On what a session was begun, for its member to recognise it. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- As long as it lives. Names only ("Firefox", "Windows"), null where unknown: neither what the browser says of itself nor an address is kept.
    alter table vault.sessions add column browser text, add column system text;
  `);
}

/** Migrations of the vault only go forward: what it holds can't be rebuilt. */
export const down = false as const;
