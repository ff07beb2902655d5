import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- id is what the mail is about, so that it is queued once; facts are ids only: neither an address nor anything secret is
    -- in it. user_id 0 is no member. done_at: sent or given up; the row stays for a day, to be known again.
    create table vault.mails (
      id text primary key,
      user_id integer not null,
      kind text not null,
      facts jsonb not null check (length(facts::text) <= 1024),
      language text,
      created_at timestamptz not null,
      due_at timestamptz not null,
      tries integer not null default 0,
      taken_until timestamptz,
      done_at timestamptz
    );
    -- Finds those that are due, and counts those of a member.
    create index mails_due on vault.mails (due_at) where done_at is null;
    create index mails_of_user on vault.mails (user_id, created_at);
    create trigger not_of_the_erased before insert on vault.mails
      for each row execute function vault.keep_nothing_of_the_erased();

    -- Language of the app when the member signed in ("en"); null where unknown.
    alter table vault.sessions add column language text;
  `);
}

export const down = false as const;
