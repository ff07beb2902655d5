import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- subject is a keyed hash of issuer and subject: an account of the provider can be found, but not read.
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

    -- Room for sealed data of visitors who come from a provider and are still registering.
    alter table vault.challenges drop constraint challenges_bound_check;
    alter table vault.challenges add constraint challenges_bound_check check (length(bound::text) <= 2048);
  `);
}

export const down = false as const;
