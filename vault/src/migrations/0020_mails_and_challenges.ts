import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- Mails of these kinds are reported together from here on. A process of the version before may queue some until it is
    -- restarted; nothing sends those.
    delete from vault.mails where kind in ('wallet_added', 'wallet_removed') and done_at is null;

    -- Null for challenges that are not bound to a session.
    alter table vault.challenges add column session_id text;
  `);
}

export const down = false as const;
