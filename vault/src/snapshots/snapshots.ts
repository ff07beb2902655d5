import type pg from 'pg';
import { SubjectErasedError } from '../errors.ts';
import type { VaultSealer } from '../keys/promises.ts';
import type { Snapshot, Snapshots } from './promises.ts';

export interface KeptSnapshots extends Snapshots {
  forgetAll(subject: number): Promise<void>;
}

export function createSnapshots(pool: pg.Pool, sealer: VaultSealer): KeptSnapshots {
  const sealedFieldOf = (subject: number, name: string, { revision, eventId }: Omit<Snapshot, 'state'>) => ({
    subject,
    eventId,
    field: `snapshot/${name}/${revision}`,
  });

  return {
    async find(subject, name) {
      const { rows } = await pool.query<Omit<Snapshot, 'state'> & { sealed: string }>(
        `select revision, event_id as "eventId", state as sealed from vault.snapshots where user_id = $1 and name = $2`,
        [subject, name],
      );
      const [row] = rows;
      if (row === undefined) return null;
      const { sealed, ...at } = row;
      const [state] = await sealer.open([{ ...sealedFieldOf(subject, name, at), sealed }]);
      // The sealer logs a broken seal.
      return typeof state === 'string' ? { ...at, state } : null;
    },

    async put(subject, name, { state, ...at }) {
      try {
        const [sealed] = await sealer.seal([{ ...sealedFieldOf(subject, name, at), plaintext: state }]);
        await pool.query(
          `insert into vault.snapshots as known (user_id, name, revision, event_id, state) values ($1, $2, $3, $4, $5)
           on conflict (user_id, name) do update
             set revision = excluded.revision, event_id = excluded.event_id, state = excluded.state`,
          [subject, name, at.revision, at.eventId, sealed],
        );
      } catch (error) {
        // Erased members have no snapshots.
        if (!(error instanceof SubjectErasedError)) throw error;
      }
    },

    async forgetAll(subject) {
      await pool.query('delete from vault.snapshots where user_id = $1', [subject]);
    },
  };
}
