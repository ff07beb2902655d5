import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- States that long streams had come to, sealed with their member's key. Never needed: the log has all of it.
    create table vault.snapshots (
      user_id integer not null,
      name text not null,
      revision integer not null,
      event_id uuid not null,
      state text not null,
      primary key (user_id, name)
    );
    create trigger not_of_the_erased before insert on vault.snapshots
      for each row execute function vault.keep_nothing_of_the_erased();

    -- How many events a member's commands may still leave, at a moment.
    create unlogged table vault.event_budgets (
      user_id integer not null,
      budget text not null,
      events_left double precision not null,
      counted_at timestamptz not null,
      primary key (user_id, budget)
    );
  `);
}

export const down = false as const;
