import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- One for a session, and gone with it. keys and endpoint are worth nothing without the key in push_keys.
    create table vault.push_subscriptions (
      session_id text primary key references vault.sessions (id) on delete cascade,
      user_id integer not null,
      endpoint text not null unique,
      p256dh text not null,
      auth text not null,
      shows_text boolean not null,
      created_at timestamptz not null
    );
    create index push_subscriptions_of on vault.push_subscriptions (user_id);
    create trigger not_of_the_erased before insert on vault.push_subscriptions
      for each row execute function vault.keep_nothing_of_the_erased();

    -- Identifies this product to push services (VAPID); another pair would end every subscription.
    create table vault.push_keys (
      only_row boolean primary key default true check (only_row),
      public_key text not null,
      private_key bytea not null
    );

    -- The one process that sends.
    create table vault.push_sender (
      only_row boolean primary key default true check (only_row),
      holder text not null,
      until timestamptz not null
    );

    -- Members who have a page on screen, by the process that holds their socket.
    create table vault.pages_seen (
      process text primary key,
      members integer[] not null,
      until timestamptz not null
    );
  `);
}

export const down = false as const;
