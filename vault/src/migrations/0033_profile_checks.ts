import type { MigrationBuilder } from 'node-pg-migrate';

/** Not only of social links, also of proved addresses. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    alter table vault.link_checks rename to profile_checks;
    alter table vault.profile_checks rename column social_id to item_id;
    alter index vault.link_checks_due rename to profile_checks_due;
    alter index vault.link_checks_pkey rename to profile_checks_pkey;
  `);
}

export const down = false as const;
