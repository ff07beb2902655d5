import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    create table vault.acquaintances (
      user_id integer not null,
      peer_id integer not null,
      primary key (user_id, peer_id)
    );
    create index acquaintances_peer on vault.acquaintances (peer_id);
    create trigger not_of_the_erased before insert on vault.acquaintances
      for each row execute function vault.keep_nothing_of_the_erased();
  `);
}

export const down = false as const;
