import type pg from 'pg';

export interface DurabilitySettings {
  readonly fsync: string;
  readonly synchronous_commit: string;
}

/** The server may lose confirmed appends. */
export class UnsafeServerError extends Error {
  override readonly name = 'UnsafeServerError';
}

/** @throws UnsafeServerError */
export function assertDurable(settings: DurabilitySettings): void {
  const off = Object.entries(settings).filter(([, value]) => value === 'off');
  if (off.length === 0) return;
  const what = off.map(([setting]) => `${setting}=off`).join(' and ');
  throw new UnsafeServerError(
    `PostgreSQL runs with ${what}, so it can lose messages that it has confirmed. ` +
      'Set it to on (postgresql.conf, ALTER ROLE or ALTER DATABASE) and start again.',
  );
}

export async function durabilitySettings(client: pg.ClientBase): Promise<DurabilitySettings> {
  const { rows } = await client.query<DurabilitySettings>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`,
  );
  return rows[0] ?? { fsync: 'off', synchronous_commit: 'off' };
}
