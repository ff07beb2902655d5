import type { MigrationBuilder } from 'node-pg-migrate';

/** Allows several links of a member, so that a new one voids none. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- A process of the version before can make no link from here on, until it is restarted; it reads those that there are.
    alter table vault.reset_links drop constraint reset_links_pkey;
    alter table vault.reset_links add primary key (hash);
    -- Finds those of one member, the oldest first.
    create index reset_links_of_user on vault.reset_links (user_id, expires_at);
  `);
}

export const down = false as const;
