import type { Connections } from '../storage/connections.ts';
import type { ReadModel } from './model.ts';
import { nextSlot } from './schema.ts';

/**
 * Share of the log, from 0 to 1, in the slowest of the models whose rows were never complete; 1 if there is none. A
 * model that is rebuilt answers from its old rows, and a stopped one is not waited for.
 */
export async function readPrepared(
  connections: Connections,
  models: readonly Pick<ReadModel, 'name'>[],
  head: bigint,
): Promise<number> {
  const rows = await connections.query<{ filled: boolean; position: string }>(
    `select c.filled or c.poison_position is not null or c.stranded is not null as filled,
       coalesce(next.position, c.position) as position
     from projections.checkpoints c
     left join projections.checkpoints next on next.model = c.model || $2
     where c.model = any($1)`,
    [models.map(({ name }) => name), nextSlot('')],
  );
  if (rows.length < models.length) return 0;
  // The checkpoint decides: the log may have grown.
  const mostUnfilled = 0.999;
  const shares = rows.map(({ filled, position }) =>
    filled ? 1 : Math.min(mostUnfilled, Number(position) / Math.max(1, Number(head))),
  );
  return Math.min(1, ...shares);
}
