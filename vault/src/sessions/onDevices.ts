import type pg from 'pg';
import { span } from '../storage/time.ts';
import type { EndedSession, SessionEndReason, SessionOnDevice, Sessions } from './promises.ts';
import { endedMs, mostEnded } from './spans.ts';

interface DeviceRow {
  readonly id: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly language: string | null;
  readonly created_at: Date;
  readonly used_at: Date;
}
const deviceColumns = 'id, browser, system, language, created_at, used_at';
const onDevice = ({ id, browser, system, language, ...row }: DeviceRow): SessionOnDevice => ({
  id,
  device: { browser, system },
  language,
  startedAt: row.created_at,
  lastUsedAt: row.used_at,
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

export function sessionsOnDevices(pool: pg.Pool): Pick<Sessions, 'all' | 'ended'> {
  return {
    async all(userId) {
      const { rows } = await pool.query<DeviceRow>(
        `select ${deviceColumns} from vault.sessions
          where user_id = $1 and ended_at is null and expires_at > vault.now() order by used_at desc, id`,
        [userId],
      );
      return rows.map(onDevice);
    },

    async ended(userId) {
      const { rows } = await pool.query<EndedRow>(
        `select ${deviceColumns}, ended_at, end_reason from vault.sessions
          where user_id = $1 and ended_at > vault.now() - ${span(endedMs)}
          order by ended_at desc, id limit ${mostEnded}`,
        [userId],
      );
      return rows.map(endedOnDevice);
    },
  };
}
