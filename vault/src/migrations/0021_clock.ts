import type { MigrationBuilder } from 'node-pg-migrate';

/** One clock for all processes, because hosts may differ by hours. */
export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- Stable, so that indexes are used, and in whole milliseconds, so that a time that was read equals the one that is stored.
    create function vault.now() returns timestamptz language sql stable parallel safe
      as $$ select date_trunc('milliseconds', statement_timestamp()) $$;

    -- Until now it followed from the expiry, which now has a bound.
    alter table vault.sessions add column used_at timestamptz;
    update vault.sessions set used_at = expires_at - interval '30 days';
    alter table vault.sessions alter column used_at set default vault.now(), alter column used_at set not null;
  `);
}

export const down = false as const;
