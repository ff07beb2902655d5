import { modelNames, unwrittenSeconds, whyStale } from '@pmcw/projections/tables';
import { singleFlight } from '@pmcw/resilience';
import { type Check, HeadTimes, inTime } from '@pmcw/runtime';
import { sql } from 'kysely';
import type { Streams } from '../audit/record.ts';
import type { ReadModels } from '../storage/database.ts';

/** After that the read models are reported without the log's head. */
const headMs = 1_000;

type State = 'missing' | 'poisoned' | 'stranded' | 'made';

/**
 * `readModels` passes if the database answers. `freshness` passes if each model has a living writer and is not far
 * behind; it only degrades, because all instances read the same tables, so a balancer would have none left.
 */
export function readModelsChecks(
  db: ReadModels,
  log: Pick<Streams, 'head'>,
): { readonly readModels: Check; readonly freshness: Check } {
  const heads = new HeadTimes();
  const look = singleFlight(async () => {
    const [rows, found] = await Promise.all([readRows(db), inTime(() => log.head(), headMs)]);
    const head = found.kind === 'done' ? found.value : null;
    if (head !== null) heads.note(head);
    return { head, models: modelNames.map((name) => modelOf(name, rows, head)) };
  });
  return {
    async readModels() {
      const { head, models } = await look();
      return { ok: true, head: head === null ? null : String(head), models };
    },
    async freshness() {
      const { models } = await look();
      const reason = whyStale(
        models.map(({ position, ...model }) => ({
          ...model,
          behindSeconds: position === null ? 0 : heads.secondsBehind(BigInt(position)),
        })),
      );
      return reason === null ? { ok: true } : { ok: false, reason };
    },
  };
}

interface Row {
  readonly model: string;
  readonly position: string;
  readonly poison_position: string | null;
  readonly stranded: string | null;
  readonly unwritten_seconds: number;
}

/** Fails before a projector's first run, which makes the tables. */
function readRows(db: ReadModels): Promise<readonly Row[]> {
  return db
    .selectFrom('projections.checkpoints as c')
    .leftJoin('projections.leases as live', 'live.model', 'c.model')
    .leftJoin('projections.leases as next', (join) => join.on(sql<boolean>`next.model = c.model || '_next'`))
    .select(['c.model', 'c.position', 'c.poison_position', 'c.stranded'])
    .select(sql.raw<number>(unwrittenSeconds('c', 'live', 'next')).as('unwritten_seconds'))
    .where('c.model', 'in', modelNames)
    .execute();
}

function modelOf(name: string, rows: readonly Row[], head: bigint | null) {
  const row = rows.find(({ model }) => model === name);
  if (row === undefined) {
    return { name, state: 'missing' satisfies State, position: null, lag: null, unwrittenSeconds: 0 };
  }
  const lag = lagOf(BigInt(row.position), head);
  return { name, state: stateOf(row), position: row.position, lag, unwrittenSeconds: row.unwritten_seconds };
}

function stateOf(row: Pick<Row, 'poison_position' | 'stranded'>): State {
  if (row.stranded !== null) return 'stranded';
  return row.poison_position === null ? 'made' : 'poisoned';
}

/** Null while the log's head is unknown. */
function lagOf(position: bigint, head: bigint | null): string | null {
  if (head === null) return null;
  return String(head > position ? head - position : 0n);
}
