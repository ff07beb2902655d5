import { randomUUID } from 'node:crypto';
import { eventTypes, type ProductEvents, streams } from '@pmcw/contracts/events';
import {
  type EventLog,
  type EventStore,
  type Origin,
  type ServedEventLog,
  type StoredEvent,
  UnreadableEventError,
  WrongExpectedRevisionError,
} from '@pmcw/event-store';
import type { Bookmarks } from '@pmcw/vault';

/** The log from one restore to the next. Positions mean something only within it (docs/decisions/incarnation.md). */
export interface Incarnation {
  readonly id: string;
  /** Of the event that started it. */
  readonly position: bigint;
  /** Null in logs from before it was recorded. */
  readonly origin: Origin | null;
}

export interface LogIdentity {
  /** Id of the installation; null without one. */
  readonly name: string | null;
  /** Oldest first: the installation itself, then one for each restore. */
  readonly incarnations: readonly Incarnation[];
  /** Of the last event in the stream `instance`; -1 if it is empty. */
  readonly revision: number;
}

/** The current incarnation, for everything that gives positions to clients or stores them. */
export interface Incarnations {
  readonly current: string;
  /** First position from which the log may lack events of another incarnation; null if that is unknown. */
  lostFrom(other: string): bigint | null;
  /** Called when the log was restored while this process runs. */
  onStarted(listener: () => void): void;
  /** Reads it again; otherwise a process notices a restore within seconds. */
  look(): Promise<void>;
  /** Starts an incarnation, because the log lacks events that this one had. */
  restart(lost: string): Promise<void>;
}

/** Of logs without an installation. */
export const onlyIncarnation: Incarnations = {
  current: 'only',
  lostFrom: () => null,
  onStarted: () => undefined,
  look: async () => undefined,
  restart: async () => undefined,
};

const notAnId = 'not an id';

export async function identityOf(log: Pick<EventLog, 'readStream'>): Promise<LogIdentity> {
  let name: string | null = null;
  let revision = -1;
  const incarnations: Incarnation[] = [];
  try {
    for await (const event of log.readStream(streams.instance())) {
      const incarnation = incarnationOf(event);
      name ??= event.type === 'InstanceNamed' && incarnation !== null ? incarnation.id : notAnId;
      if (incarnation !== null) incarnations.push(incarnation);
      revision = event.revision;
    }
    return { name, incarnations, revision };
  } catch (error) {
    if (!(error instanceof UnreadableEventError)) throw error;
    return { name: notAnId, incarnations: [], revision: -1 };
  }
}

function incarnationOf({ type, data, position }: StoredEvent): Incarnation | null {
  if (type === 'InstanceNamed') {
    const named = eventTypes.InstanceNamed.schema.safeParse(data);
    return named.success ? { id: named.data.instanceId, position, origin: named.data.origin ?? null } : null;
  }
  const started = eventTypes.IncarnationStarted.schema.safeParse(data);
  if (type !== 'IncarnationStarted' || !started.success) return null;
  return { id: started.data.incarnationId, position, origin: started.data.origin };
}

/** Of an incarnation that the log never had, only events before the first restore are certain to be there. */
export function lostFrom(incarnations: readonly Incarnation[], other: string): bigint | null {
  const index = incarnations.findIndex(({ id }) => id === other);
  const [known, next] = [incarnations[index], incarnations[Math.max(index, 0) + 1]];
  const isMoved = known?.origin?.engine !== undefined && known.origin.engine !== next?.origin?.engine;
  return next === undefined || isMoved ? null : next.position;
}

/** Compares what both know: processes may see different values, if their database users have different rights. */
export function isSameOrigin(a: Origin, b: Origin): boolean {
  return Object.entries(a).every(([key, value]) => b[key] === undefined || b[key] === value);
}

export interface OriginParts {
  readonly log: Pick<ServedEventLog, 'engine' | 'origin'>;
  /** More about where the log is stored, if the caller knows it. */
  readonly place?: Origin | undefined;
}

export async function originOf({ log, place }: OriginParts): Promise<Origin> {
  return { engine: log.engine, ...(await log.origin()), ...place };
}

export interface IncarnationParts extends OriginParts {
  readonly log: Pick<ServedEventLog, 'engine' | 'origin' | 'readStream' | 'head'>;
  readonly eventStore: Pick<EventStore<ProductEvents>, 'append'>;
  readonly bookmarks: Pick<Bookmarks, 'limit'>;
}

/**
 * Starts an incarnation if the log was restored: it is no longer where the last one started, or the caller knows more.
 * Safe to run concurrently: one process starts it.
 */
export async function settleIncarnation(
  { id, isRestored }: { readonly id: string; readonly isRestored: boolean },
  parts: IncarnationParts,
): Promise<LogIdentity> {
  const { log, eventStore, bookmarks } = parts;
  const identity = await identityOf(log);
  const newest = identity.incarnations.at(-1);
  if (identity.name !== id || newest === undefined) return identity;
  const origin = await originOf(parts);
  const isWhereItWas = newest.origin !== null && isSameOrigin(newest.origin, origin);
  if (isWhereItWas && !isRestored) return identity;
  // First: afterwards, nothing would repeat it.
  await bookmarks.limit(await log.head());
  const incarnationId = randomUUID();
  const started = { type: 'IncarnationStarted', data: { incarnationId, origin }, ...byNoMember() } as const;
  try {
    await eventStore.append(streams.instance(), identity.revision, [{ ...started, eventId: incarnationId }]);
  } catch (error) {
    if (!(error instanceof WrongExpectedRevisionError)) throw error;
  }
  return identityOf(log);
}

/** Metadata of an event that an installation writes about itself. */
export function byNoMember() {
  const cause = randomUUID();
  return {
    metadata: { actorId: null, correlationId: cause, causationId: cause, time: new Date().toISOString() },
  } as const;
}
