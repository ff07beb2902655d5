import { modelNames } from '@pmcw/projections/tables';
import { type CheckResult, inTime } from '@pmcw/runtime';
import type { Streams } from '../audit/record.ts';
import type { ReadModels } from '../storage/database.ts';

/** Longest that the log is asked for its head, in milliseconds: what is known of the read models is told without it too. */
const headMs = 1_000;

type State = 'missing' | 'poisoned' | 'stranded' | 'made';

/**
 * Readiness: the read models answer; how far each of them is, and how far behind the log. A model that lags or stands
 * still does not make this service unready: all of its kind read the same tables, so a balancer would find none at all,
 * where answers that are late still say so (`x-projection-lag`). The projector is what is unready then.
 */
export function readModelsCheck(db: ReadModels, log: Pick<Streams, 'head'>): () => Promise<CheckResult> {
  return async () => {
    // Not there before a projector has run for the first time.
    const asked = db
      .selectFrom('projections.checkpoints')
      .select(['model', 'position', 'poison_position', 'stranded'])
      .where('model', 'in', modelNames)
      .execute();
    const [rows, found] = await Promise.all([asked, inTime(() => log.head(), headMs)]);
    const head = found.kind === 'done' ? found.value : null;
    const models = modelNames.map((name) => {
      const row = rows.find(({ model }) => model === name);
      if (row === undefined) return { name, state: 'missing' satisfies State, position: null, lag: null };
      return { name, state: stateOf(row), position: row.position, lag: lagOf(BigInt(row.position), head) };
    });
    return { ok: true, head: head === null ? null : String(head), models };
  };
}

function stateOf(row: { readonly poison_position: unknown; readonly stranded: string | null }): State {
  if (row.stranded !== null) return 'stranded';
  return row.poison_position === null ? 'made' : 'poisoned';
}

/** Null while the log does not say where it ends. */
function lagOf(position: bigint, head: bigint | null): string | null {
  if (head === null) return null;
  return String(head > position ? head - position : 0n);
}
