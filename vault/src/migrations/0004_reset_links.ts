import type { MigrationBuilder } from 'node-pg-migrate';

/** Links with which members choose another password, once. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- One row per member: a new link takes the place of the older one, a used one is deleted. hash is the SHA-256 of the token.
    create table vault.reset_links (
      user_id integer primary key,
      hash bytea not null,
      expires_at timestamptz not null
    );
  `);
}

/** Migrations of the vault only go forward: what it holds can't be rebuilt. */
export const down = false as const;
