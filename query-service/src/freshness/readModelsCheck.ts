import { modelNames } from '@pmcw/projections/tables';
import { type CheckResult, inTime } from '@pmcw/runtime';
import type { Streams } from '../audit/record.ts';
import type { ReadModels } from '../storage/database.ts';

/** After that the read models are reported without the log's head. */
const headMs = 1_000;

type State = 'missing' | 'poisoned' | 'stranded' | 'made';

/**
 * Ready if the database answers. A lagging or stopped model doesn't make this service unready: all instances read the
 * same tables, so a balancer would have none left.
 */
export function readModelsCheck(db: ReadModels, log: Pick<Streams, 'head'>): () => Promise<CheckResult> {
  return async () => {
    // Missing before a projector's first run.
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

/** Null while the log's head is unknown. */
function lagOf(position: bigint, head: bigint | null): string | null {
  if (head === null) return null;
  return String(head > position ? head - position : 0n);
}
