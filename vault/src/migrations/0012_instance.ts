import type { MigrationBuilder } from 'node-pg-migrate';

/** To detect another installation's log. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- The id that the log carries too, in its stream 'instance'.
    create table vault.instance (
      only_row boolean primary key default true check (only_row),
      id uuid not null
    );

    -- A row once the log was seen to carry it. Apart, because a restored vault has to see that again.
    create table vault.instance_confirmed (
      only_row boolean primary key default true check (only_row)
    );
  `);
}

export const down = false as const;
