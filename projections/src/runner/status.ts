import type { EngineName } from '@pmcw/event-store';
import type { Connections } from '../storage/connections.ts';
import { unwrittenSeconds } from '../tables.ts';
import type { ReadModel } from './model.ts';
import type { ModelState } from './modelState.ts';
import { nextSlot } from './schema.ts';

export interface ModelStatus {
  readonly name: string;
  /** Of the code; the tables may have another during a rebuild. */
  readonly version: number;
  /** 0 while the tables follow another engine's log. */
  readonly position: bigint;
  readonly head: bigint;
  /** Positions between checkpoint and head; 0 when `stranded`. */
  readonly lag: bigint;
  readonly state: ModelState;
  /** For operators; holds no personal data. */
  readonly error: string | null;
  /** Name and release of the process that may write it now; null if none does. */
  readonly writer: string | null;
  /** When that process took the lease; null if a release that did not note it did. */
  readonly writesSince: Date | null;
  /** Since no process may write it; 0 while one does. A rebuild counts, because it ends with a swap. */
  readonly unwrittenSeconds: number;
}

export const isStopped = ({ state }: Pick<ModelStatus, 'state'>): boolean =>
  state === 'poisoned' || state === 'stranded';

interface StatusRow {
  model: string;
  position: string;
  engine: string;
  stranded: string | null;
  poison_position: string | null;
  poison_type: string | null;
  running: boolean;
  rebuilding: boolean;
  writer: string | null;
  writes_since: Date | null;
  unwritten_seconds: number;
}

function stateOf(row: StatusRow, engine: EngineName): Pick<ModelStatus, 'state' | 'error'> {
  if (row.rebuilding) return { state: 'rebuilding', error: null };
  if (row.engine !== engine) return { state: 'standby', error: `its tables follow the ${row.engine} log` };
  if (row.stranded !== null) return { state: 'stranded', error: row.stranded };
  if (row.poison_position !== null)
    return { state: 'poisoned', error: `${row.poison_type} at ${row.poison_position}` };
  return { state: row.running ? 'running' : 'standby', error: null };
}

export async function readStatus(
  connections: Connections,
  models: readonly ReadModel[],
  { engine, head }: { readonly engine: EngineName; readonly head: bigint },
): Promise<ModelStatus[]> {
  const rows = await connections.query<StatusRow>(
    `select c.model, c.position, c.engine, c.stranded, c.poison_position, c.poison_type,
       coalesce(live.expires_at > clock_timestamp(), false) as running,
       coalesce(next.expires_at > clock_timestamp(), false) as rebuilding,
       case when live.expires_at > clock_timestamp() then live.holder end as writer,
       case when live.taken_epoch = live.epoch then live.taken_at end as writes_since,
       ${unwrittenSeconds('c', 'live', 'next')} as unwritten_seconds
     from projections.checkpoints c
     left join projections.leases live on live.model = c.model
     left join projections.leases next on next.model = c.model || $2
     where c.model = any($1)`,
    [models.map((model) => model.name), nextSlot('')],
  );
  const byName = new Map(rows.map((row) => [row.model, row]));
  return models.map(({ name, version }) => {
    const row = byName.get(name);
    // Positions of another engine's log mean nothing in this one.
    const position = row?.engine === engine ? BigInt(row.position) : 0n;
    const lag = head > position ? head - position : 0n;
    const state =
      row === undefined ? ({ state: 'standby', error: 'has no tables yet' } as const) : stateOf(row, engine);
    const { writer = null, writes_since, unwritten_seconds: unwrittenSeconds = 0 } = row ?? {};
    const writesSince = writer === null ? null : (writes_since ?? null);
    return { name, version, position, head, lag, ...state, writer, writesSince, unwrittenSeconds };
  });
}
