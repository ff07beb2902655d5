import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    create table vault.link_checks (
      user_id integer not null,
      social_id text not null,
      due_at timestamptz not null,
      -- Since the last one with a result.
      tries integer not null default 0,
      taken_until timestamptz,
      primary key (user_id, social_id)
    );
    create index link_checks_due on vault.link_checks (due_at);
    create trigger not_of_the_erased before insert on vault.link_checks
      for each row execute function vault.keep_nothing_of_the_erased();
  `);
}

export const down = false as const;
