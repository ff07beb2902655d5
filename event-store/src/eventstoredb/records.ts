import { type AllStreamResolvedEvent, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import type { PreparedAppend } from '../engine/preparedAppend.ts';
import { UnreadableEventError } from '../errors.ts';
import type { Json, JsonObject, StoredEvent } from '../port.ts';

/** Under this name the metadata in the server tells which append wrote the event; readers of the port don't see it. */
const appendIdKey = 'pmcw.appendId';

type Resolved = ResolvedEvent | AllStreamResolvedEvent;

/** An event as the server gave it. */
export interface LogRecord {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
  readonly type: string;
  /** Written by the server for itself, so no event of the log. */
  readonly isSystem: boolean;
  /** The append that wrote it, when it was one of this engine's. */
  readonly appendId: string | undefined;
  /**
   * The event as the port gives it.
   * @throws UnreadableEventError when it isn't JSON: some other program has written it
   */
  stored(): StoredEvent;
}

/** The events of an append as the client sends them: copies, marked as this append's. */
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

/** Reads an event of the client; undefined for one whose content the server no longer has. */
export function toRecord({ event, commitPosition }: Resolved): LogRecord | undefined {
  if (event === undefined) return undefined;
  const position = event.position?.commit ?? commitPosition;
  if (position === undefined) throw new TypeError('EventStoreDB before 22.10 does not tell positions');
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

/** Of what the client gives (parsed JSON, or bytes, or a text that is no JSON) the objects. */
function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}
