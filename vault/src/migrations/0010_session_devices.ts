import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- As long as it lives. Names only ("Firefox", "Windows"), null where unknown: neither what the browser says of itself nor an address is kept.
    alter table vault.sessions add column browser text, add column system text;
  `);
}

export const down = false as const;
