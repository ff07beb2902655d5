import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- subject is a keyed hash of issuer and subject: who somebody is at the provider is found again, and can't be read.
    create table vault.openid_links (
      id uuid primary key,
      user_id integer not null,
      issuer text not null,
      subject bytea not null unique,
      created_at timestamptz not null,
      last_used_at timestamptz,
      unique (user_id, issuer)
    );
    create trigger not_of_the_erased before insert on vault.openid_links
      for each row execute function vault.keep_nothing_of_the_erased();

    -- Who comes from a provider and is not a member yet is kept here, sealed, while they register.
    alter table vault.challenges drop constraint challenges_bound_check;
    alter table vault.challenges add constraint challenges_bound_check check (length(bound::text) <= 2048);
  `);
}

export const down = false as const;
