import { randomUUID } from 'node:crypto';
import type { ProductEvent, ProductEvents } from '@pmcw/contracts/events';
import type { EventToAppend } from '@pmcw/event-store';
import { v7 as uuidv7 } from 'uuid';
import type { Authority } from '../proofs/authority.ts';

export interface Cause {
  /** Null for the system. */
  readonly actorId: number | null;
  /** The request's id. */
  readonly correlationId: string;
  readonly authority: Authority;
  readonly commandId: string;
  /** Id of the undone event. */
  readonly undoes?: string;
}

export type Given = Pick<Cause, 'actorId' | 'correlationId' | 'authority'>;

export function causeOf({ actorId, correlationId, authority }: Given): Cause {
  const commandId = authority.kind === 'event' ? authority.eventId : randomUUID();
  return { actorId, correlationId, authority, commandId };
}

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
