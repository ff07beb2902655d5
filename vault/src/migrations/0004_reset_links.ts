import type { MigrationBuilder } from 'node-pg-migrate';

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

export const down = false as const;
