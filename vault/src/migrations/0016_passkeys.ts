import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    create table vault.passkeys (
      id uuid primary key,
      credential_id text not null unique,
      user_id integer not null,
      name text not null,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      is_backed_up boolean not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    );
    create index passkeys_of_user on vault.passkeys (user_id);
    create trigger not_of_the_erased before insert on vault.passkeys
      for each row execute function vault.keep_nothing_of_the_erased();

    -- Null for those that started before this was asked.
    alter table vault.sessions add column proved_at timestamptz;
  `);
}

export const down = false as const;
