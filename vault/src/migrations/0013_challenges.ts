import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- hash is the SHA-256 of purpose and nonce; bound is what the challenge is for, decided when it was given out;
    -- taken_by the SHA-256 of the answer that uses it, while that is being carried out.
    create table vault.challenges (
      hash bytea primary key,
      purpose text not null,
      user_id integer not null,
      bound jsonb not null check (length(bound::text) <= 1024),
      expires_at timestamptz not null,
      taken_by bytea
    );
    -- Finds those of one member, the oldest first.
    create index challenges_of_user on vault.challenges (user_id, purpose, expires_at);
    create trigger not_of_the_erased before insert on vault.challenges
      for each row execute function vault.keep_nothing_of_the_erased();
  `);
}

export const down = false as const;
