import type { MigrationBuilder } from 'node-pg-migrate';

export function up(pgm: MigrationBuilder): void {
  pgm.sql(`
    -- 90 days at most, those of erased members a day, for processes that did not hear of the end.
    create index sessions_ended_of on vault.sessions (user_id, ended_at) where ended_at is not null;
    create index sessions_of_erased on vault.sessions (ended_at) where end_reason = 'deleted';
  `);
}

export const down = false as const;
