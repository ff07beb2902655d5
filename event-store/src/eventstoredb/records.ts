import { type AllStreamResolvedEvent, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import type { PreparedAppend } from '../engine/preparedAppend.ts';
import { UnreadableEventError } from '../errors.ts';
import type { Json, JsonObject, StoredEvent } from '../port.ts';

/** Hidden from readers of the port. */
const appendIdKey = 'pmcw.appendId';

export type Resolved = ResolvedEvent | AllStreamResolvedEvent;

export interface LogRecord {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  readonly isSystem: boolean;
  readonly appendId: string | undefined;
  /** @throws UnreadableEventError unless it is JSON, because another program wrote it */
  stored(): StoredEvent;
}

export function eventsToSend({ events }: PreparedAppend, appendId: string) {
  return events.map(({ eventId, type, data, metadata }) =>
    jsonEvent({
      id: eventId,
      type,
      data: parseObject(data),
      metadata: { ...parseObject(metadata), [appendIdKey]: appendId },
    }),
  );
}

function parseObject(text: string): Record<string, Json> {
  return JSON.parse(text);
}

export function toRecord({ event, commitPosition }: Resolved): LogRecord | undefined {
  if (event === undefined) return undefined;
  const position = event.position?.commit ?? commitPosition;
  if (position === undefined) throw new TypeError('EventStoreDB before 22.10 does not report positions');
  const { streamId: stream, type, data, metadata } = event;
  const [revision, eventId] = [Number(event.revision), event.id.toLowerCase()];
  const { [appendIdKey]: appendId, ...own } = isJsonObject(metadata) ? metadata : {};
  return {
    position,
    stream,
    revision,
    eventId,
    type,
    isSystem: type.startsWith('$') || stream.startsWith('$'),
    appendId: typeof appendId === 'string' ? appendId : undefined,
    stored() {
      if (!isJsonObject(data)) throw new UnreadableEventError(position, type, 'not a JSON object');
      return { position, stream, revision, eventId, type, data, metadata: own };
    },
  };
}

function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}
