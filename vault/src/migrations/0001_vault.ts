import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- Only one master key belongs to a database; its fingerprint reveals a wrong one at boot.
    create table vault.master_key (
      only_row boolean primary key default true check (only_row),
      key_id text not null
    );

    -- Member 1 is the first administrator, made at first start and not from here.
    create sequence vault.user_ids as integer start with 2;

    -- id is the SHA-256 of the token. Ended rows stay for a day, for processes that did not hear of the end.
    create table vault.sessions (
      id text primary key,
      user_id integer not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz,
      end_reason text,
      check ((ended_at is null) = (end_reason is null))
    );
    create index sessions_of_user on vault.sessions (user_id) where ended_at is null;
    create index sessions_ended on vault.sessions (ended_at) where ended_at is not null;
    create index sessions_expiry on vault.sessions (expires_at) where ended_at is null;

    create table vault.passwords (
      user_id integer primary key,
      hash text not null,
      changed_at timestamptz not null
    );

    create table vault.sign_in_attempts (
      account bytea primary key,
      tried_at timestamptz[] not null
    );

    create table vault.claims (
      kind text not null,
      hash bytea not null,
      user_id integer not null,
      confirmed boolean not null default false,
      claimed_at timestamptz not null,
      primary key (kind, hash)
    );

    -- A destroyed key keeps its row, so that it is never made again.
    create table vault.subject_keys (
      subject integer primary key,
      master_key_id text not null,
      wrapped bytea,
      created_at timestamptz not null,
      destroyed_at timestamptz,
      check ((wrapped is null) = (destroyed_at is not null))
    );
  `);
}

export const down = false as const;
