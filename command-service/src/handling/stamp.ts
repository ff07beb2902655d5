import { randomUUID } from 'node:crypto';
import type { ProductEvent, ProductEvents } from '@pmcw/contracts/events';
import type { EventToAppend } from '@pmcw/event-store';
import { v7 as uuidv7 } from 'uuid';
import type { Authority } from '../proofs/authority.ts';

/** Who gave a command, and the ids that tie its events to it. */
export interface Cause {
  /** Member id; null for the system itself. */
  readonly actorId: number | null;
  /** The request's id. */
  readonly correlationId: string;
  /** On whose word. */
  readonly authority: Authority;
  /** The command's own id. */
  readonly commandId: string;
  /** Id of the event that is undone by it; missing when none is. */
  readonly undoes?: string;
}

/** The cause of a command that begins here. */
export function causeOf(given: Omit<Cause, 'commandId' | 'undoes'>): Cause {
  const { actorId, correlationId, authority } = given;
  return { actorId, correlationId, authority, commandId: randomUUID() };
}

/** Makes a decided event ready for the log. */
export function stamp(
  event: ProductEvent,
  cause: Cause,
  now: Date,
  eventId: string = uuidv7(),
): EventToAppend<ProductEvents> {
  const { actorId, correlationId, commandId: causationId, undoes } = cause;
  return {
    ...event,
    eventId,
    metadata: { actorId, correlationId, causationId, undoes, time: now.toISOString() },
  };
}
