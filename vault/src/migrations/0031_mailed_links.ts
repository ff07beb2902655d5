import type { MigrationBuilder } from 'node-pg-migrate';

/** Using a mailed link confirms the address. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql('alter table vault.reset_links add column is_mailed boolean not null default false');
}

export const down = false as const;
