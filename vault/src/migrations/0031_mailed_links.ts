import type { MigrationBuilder } from 'node-pg-migrate';

/** Whether a link to choose a password went to the member's address: using such a one confirms the address. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql('alter table vault.reset_links add column is_mailed boolean not null default false');
}

/** Migrations of the vault only go forward: what it holds can't be rebuilt. */
export const down = false as const;
