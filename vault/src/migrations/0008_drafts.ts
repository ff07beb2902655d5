import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- conversation: 'global', or the id of the other member. An empty text says that it was sent or thrown away.
    create table vault.drafts (
      user_id integer not null,
      conversation text not null,
      text text not null,
      aside text[] not null,
      revision integer not null,
      changed_at timestamptz not null,
      primary key (user_id, conversation)
    );
    -- Finds the drafts to a member who is gone.
    create index drafts_to on vault.drafts (conversation);
    create trigger not_of_the_erased before insert on vault.drafts
      for each row execute function vault.keep_nothing_of_the_erased();
  `);
}

export const down = false as const;
