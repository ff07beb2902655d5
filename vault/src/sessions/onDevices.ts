import type pg from 'pg';
import type { EndedSession, SessionEndReason, SessionOnDevice, Sessions } from '../vault.ts';
import { endedMs, mostEnded, sessionMs } from './spans.ts';

interface DeviceRow {
  readonly id: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly language: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}
const deviceColumns = 'id, browser, system, language, created_at, expires_at';
const onDevice = ({ id, browser, system, language, ...row }: DeviceRow): SessionOnDevice => ({
  id,
  device: { browser, system },
  language,
  startedAt: row.created_at,
  lastUsedAt: new Date(row.expires_at.getTime() - sessionMs),
});

interface EndedRow extends DeviceRow {
  readonly ended_at: Date;
  readonly end_reason: SessionEndReason;
}
const endedOnDevice = (row: EndedRow): EndedSession => ({
  ...onDevice(row),
  endedAt: row.ended_at,
  reason: row.end_reason,
});

/** Sessions as their members see them. */
export function sessionsOnDevices(pool: pg.Pool, clock: () => Date): Pick<Sessions, 'all' | 'ended'> {
  return {
    async all(userId) {
      const { rows } = await pool.query<DeviceRow>(
        `select ${deviceColumns} from vault.sessions
          where user_id = $1 and ended_at is null and expires_at > $2 order by expires_at desc, id`,
        [userId, clock()],
      );
      return rows.map(onDevice);
    },

    async ended(userId) {
      const { rows } = await pool.query<EndedRow>(
        `select ${deviceColumns}, ended_at, end_reason from vault.sessions
          where user_id = $1 and ended_at > $2 order by ended_at desc, id limit ${mostEnded}`,
        [userId, new Date(clock().getTime() - endedMs)],
      );
      return rows.map(endedOnDevice);
    },
  };
}
