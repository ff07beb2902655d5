import type { MigrationBuilder } from 'node-pg-migrate';

/** Several links of a member are good beside each other, so that asking for one voids none. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- A process of the version before can make no link from here on, until it is restarted; it reads those that there are.
    alter table vault.reset_links drop constraint reset_links_pkey;
    alter table vault.reset_links add primary key (hash);
    -- By which those of one member are found, the oldest first.
    create index reset_links_of_user on vault.reset_links (user_id, expires_at);
  `);
}

/** Migrations of the vault only go forward: what it holds can't be rebuilt. */
export const down = false as const;
