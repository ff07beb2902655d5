import type { EngineName } from '@pmcw/event-store';
import { type Connections, searchIn } from '../storage/connections.ts';
import type { Transaction } from '../storage/table.ts';
import type { CheckpointsTable } from '../tables.ts';
import { heldUntil, type Lease, renewedOfAsked } from './lease.ts';
import type { ProductRecord, ReadModel } from './model.ts';

export interface Checkpoint {
  readonly position: bigint;
  readonly version: number;
  readonly engine: string;
  /** Null if a release from before there were any made it. */
  readonly incarnation: string | null;
  /** Whether its rows have ever been complete. */
  readonly filled: boolean;
  readonly poison: { readonly position: bigint; readonly type: string } | null;
  /** Why it doesn't match the current log, if so. */
  readonly stranded: string | null;
  /** Null before the first. */
  readonly last: EventPlace | null;
}

/** Identifies an event in any log. */
export interface EventPlace {
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
}

type CheckpointRow = Omit<CheckpointsTable, 'updated_at' | 'head'>;

const columns =
  'model, position, version, engine, incarnation, filled, poison_position, poison_type, stranded, last_stream, last_revision, last_event_id';

export async function readCheckpoints(
  connections: Connections,
  slots: readonly string[],
): Promise<Map<string, Checkpoint>> {
  const rows = await connections.query<CheckpointRow>(
    `select ${columns} from projections.checkpoints where model = any($1)`,
    [slots],
  );
  return new Map(rows.map((row) => [row.model, checkpointOf(row)]));
}

function checkpointOf(row: CheckpointRow): Checkpoint {
  const { position, version, engine, incarnation, filled, poison_position, poison_type, stranded } = row;
  const { last_stream: stream, last_revision: revision, last_event_id: eventId } = row;
  return {
    position: BigInt(position),
    ...{ version, engine, incarnation, filled, stranded },
    poison: poison_position === null ? null : { position: BigInt(poison_position), type: poison_type ?? '' },
    last: stream === null || revision === null || eventId === null ? null : { stream, revision, eventId },
  };
}

export interface Step {
  readonly model: ReadModel;
  readonly engine: EngineName;
  readonly lease: Lease;
  readonly from: bigint;
  readonly to: bigint;
}

const movedTo = (position: string): string =>
  `position = ${position}, head = greatest(c.head, ${position}), updated_at = clock_timestamp(),
   filled = c.filled or coalesce(${position} >= c.head, false), poison_position = null, poison_type = null`;

/**
 * Writes the checkpoint, which fences every write: it succeeds only for the holder of the lease, at the expected
 * position, version and engine. Locks the lease's row, so that no process takes over in between, renews the lease, and
 * makes the slot the search path of the transaction.
 * @param last the last folded event, if any
 */
export async function moveCheckpoint(
  tx: Transaction,
  { model, engine, lease, from, to }: Step,
  last?: EventPlace,
): Promise<boolean> {
  const moved = await tx.query(
    `with held as (
       update projections.leases set expires_at = ${heldUntil} where model = $1 and epoch = $2 returning model
     )
     update projections.checkpoints c
     set ${movedTo('$3')}, last_stream = coalesce($7, c.last_stream),
       last_revision = coalesce($8, c.last_revision), last_event_id = coalesce($9, c.last_event_id)
     from held where c.model = held.model and c.position = $4 and c.version = $5 and c.engine = $6
     returning set_config('search_path', quote_ident(c.model), true)`,
    [
      ...[lease.slot, lease.epoch, String(to), String(from), model.version, engine],
      ...[last?.stream, last?.revision, last?.eventId],
    ],
  );
  return moved.rows.length > 0;
}

/** Without events if its model ignores all of them. */
export interface SharedStep extends Step {
  readonly events: readonly ProductRecord[];
}

/**
 * Moves checkpoints of several models, each under the conditions of `moveCheckpoint`, unless its lease is locked.
 * Limits how long the transaction waits for locks: on the tables of one model, they would delay all others.
 * @returns the slots that moved
 */
async function moveCheckpoints(tx: Transaction, steps: readonly SharedStep[]): Promise<ReadonlySet<string>> {
  const lasts = steps.map(({ events }) => events.at(-1));
  const moved = await tx.query<{ model: string }>(
    `with asked as (
       select a.* from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::integer[], $6::text[],
           $7::text[], $8::integer[], $9::uuid[])
         a(model, epoch, till, since, version, engine, stream, revision, event_id),
         set_config('lock_timeout', '300', true)
     ),
     ${renewedOfAsked}
     update projections.checkpoints c
     set ${movedTo('a.till')}, last_stream = coalesce(a.stream, c.last_stream),
       last_revision = coalesce(a.revision, c.last_revision), last_event_id = coalesce(a.event_id, c.last_event_id)
     from renewed join asked a on a.model = renewed.model
     where c.model = a.model and c.position = a.since and c.version = a.version and c.engine = a.engine
     returning c.model`,
    [
      ...[steps.map(({ lease }) => lease.slot), steps.map(({ lease }) => lease.epoch)],
      ...[steps.map(({ to }) => String(to)), steps.map(({ from }) => String(from))],
      ...[steps.map(({ model }) => model.version), steps.map(({ engine }) => engine)],
      ...[lasts.map((last) => last?.stream ?? null), lasts.map((last) => last?.revision ?? null)],
      lasts.map((last) => last?.eventId ?? null),
    ],
  );
  return new Set(moved.rows.map(({ model }) => model));
}

/**
 * Takes steps of several models in one transaction, each under the conditions of `moveCheckpoint`, except those with a
 * locked lease.
 * @returns the slots whose step was taken
 */
export function takeSteps(
  connections: Connections,
  steps: readonly SharedStep[],
): Promise<ReadonlySet<string>> {
  const folding = steps.filter(({ events }) => events.length > 0);
  if (folding.length === 0) return moveCheckpoints(connections.oneByOne, steps);
  return connections.prepared(async (tx) => {
    const moved = await moveCheckpoints(tx, steps);
    for (const { model, lease, events } of folding) {
      if (!moved.has(lease.slot)) continue;
      await tx.query(searchIn(lease.slot));
      await model.apply(tx, events);
    }
    return moved;
  });
}

/**
 * Folds a run of events and moves the checkpoint, both or neither.
 * @returns false, with nothing written, if the step is not (or no longer) this holder's
 */
export function takeStep(
  connections: Connections,
  step: Step,
  events: readonly ProductRecord[],
): Promise<boolean> {
  return connections.transaction(null, async (tx) => {
    if (!(await moveCheckpoint(tx, step, events.at(-1)))) return false;
    if (events.length > 0) await step.model.apply(tx, events);
    return true;
  });
}

/** `already made`: an earlier try succeeded, but its answer got lost. */
export async function whyRefused(
  connections: Connections,
  { model, engine, lease, to }: Step,
): Promise<'already made' | 'lease lost' | 'slot changed'> {
  const found = await connections.query<{ made: boolean }>(
    `select c.position = $3 and c.version = $4 and c.engine = $5 as made
     from projections.leases l join projections.checkpoints c on c.model = l.model
     where l.model = $1 and l.epoch = $2`,
    [lease.slot, lease.epoch, String(to), model.version, engine],
  );
  if (found[0] === undefined) return 'lease lost';
  return found[0].made ? 'already made' : 'slot changed';
}

export async function recordPoison(
  connections: Connections,
  { slot, epoch }: Lease,
  poison: { readonly position: bigint; readonly type: string },
): Promise<void> {
  await connections.query(
    `update projections.checkpoints c set poison_position = $3, poison_type = $4, updated_at = clock_timestamp()
     from projections.leases l where c.model = $1 and l.model = $1 and l.epoch = $2`,
    [slot, epoch, String(poison.position), poison.type],
  );
}

/**
 * Records where the log ends, and its incarnation, when following starts.
 * @returns false when another process has the lease
 */
export async function recordHead(
  connections: Connections,
  { slot, epoch }: Lease,
  head: bigint,
  incarnation: string,
): Promise<boolean> {
  const written = await connections.query(
    `update projections.checkpoints c set head = $3, incarnation = $4, filled = c.filled or c.position >= $3
     from projections.leases l where c.model = $1 and l.model = $1 and l.epoch = $2 returning c.model`,
    [slot, epoch, String(head), incarnation],
  );
  return written.length > 0;
}

/** Null makes it continue. Does nothing if a rebuild replaced the checkpoint. */
export async function recordExamination(
  connections: Connections,
  { slot, epoch }: Lease,
  { position, stranded }: Checkpoint,
  reason: string | null,
): Promise<void> {
  await connections.query(
    `update projections.checkpoints c set stranded = $5, updated_at = clock_timestamp()
     from projections.leases l
     where c.model = $1 and l.model = $1 and l.epoch = $2 and c.position = $3 and c.stranded = $4`,
    [slot, epoch, String(position), stranded, reason],
  );
}

export async function recordStranded(
  connections: Connections,
  { slot, epoch }: Lease,
  reason: string,
): Promise<void> {
  await connections.query(
    `update projections.checkpoints c set stranded = $3, updated_at = clock_timestamp()
     from projections.leases l where c.model = $1 and l.model = $1 and l.epoch = $2`,
    [slot, epoch, reason],
  );
}
