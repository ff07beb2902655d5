import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- Members who are about to be erased, or are just being erased.
    create table vault.erasures (
      user_id integer primary key,
      intended_at timestamptz not null
    );

    -- Stores nothing of an erased member. Their key is destroyed first; because of the lock on its row, a write at that
    -- moment either comes before it or finds the key gone.
    create function vault.keep_nothing_of_the_erased() returns trigger language plpgsql as $$
      declare
        member integer;
        is_erased boolean;
      begin
        if tg_table_name = 'media' then member := new.owner_id; else member := new.user_id; end if;
        select destroyed_at is not null into is_erased from vault.subject_keys where subject = member for share;
        if is_erased then return null; end if;
        return new;
      end;
    $$;
    create trigger not_of_the_erased before insert on vault.sessions
      for each row execute function vault.keep_nothing_of_the_erased();
    create trigger not_of_the_erased before insert on vault.passwords
      for each row execute function vault.keep_nothing_of_the_erased();
    create trigger not_of_the_erased before insert on vault.reset_links
      for each row execute function vault.keep_nothing_of_the_erased();
    create trigger not_of_the_erased before insert on vault.media
      for each row execute function vault.keep_nothing_of_the_erased();
    -- Usernames of the erased stay retired.
    create trigger not_of_the_erased before insert on vault.claims
      for each row when (new.kind <> 'username') execute function vault.keep_nothing_of_the_erased();

    -- Finds the claims of one member.
    create index claims_of_user on vault.claims (user_id);
  `);
}

export const down = false as const;
