import { z } from 'zod';
import { InvalidEventError, UnreadableEventError } from './errors.ts';
import { ERASED, type EventMetadata, type EventTypeDefinition, type EventTypes } from './eventTypes.ts';
import { NotJsonError, toJsonObject } from './json.ts';
import type { JsonObject, StoredEvent } from './port.ts';

/** An event as its maker hands it over, seen without its type's particulars. */
export interface DraftEvent {
  readonly eventId: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: EventMetadata;
}

/** A draft that was checked, in the form to be sealed and stored. */
export interface CheckedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: JsonObject;
  readonly personal: EventTypeDefinition['personal'];
}

/** An event whose data was parsed by the current schema of its type. */
export interface ParsedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: EventMetadata;
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
}

const metadataSchema = z.object({
  actorId: z.int().nullable(),
  correlationId: z.string(),
  causationId: z.string(),
  time: z.iso.datetime(),
});
const storedMetadataSchema = metadataSchema.extend({ schemaVersion: z.int().min(1) });

/**
 * Checks a registry once, so that a mistake in it shows at start and not at the event that meets it.
 * @throws TypeError when a version has no upcaster, or a personal field could not hold `ERASED`
 */
export function checkRegistry(types: EventTypes): void {
  for (const [type, definition] of Object.entries(types)) {
    for (let version = 1; version < definition.version; version += 1) {
      if (definition.upcasters?.[version] === undefined) {
        throw new TypeError(`Event type ${type} has no upcaster from version ${version}`);
      }
    }
    checkPersonalFields(type, definition);
  }
}

function checkPersonalFields(type: string, { schema, personal }: EventTypeDefinition): void {
  if (personal === undefined || !(schema instanceof z.ZodObject)) return;
  for (const field of personal.fields) {
    if (schema.shape[field]?.safeParse(ERASED).success !== true) {
      throw new TypeError(`Event type ${type}: its personal field ${field} must accept ${ERASED}`);
    }
  }
}

/**
 * Checks a draft against the current schema of its type.
 * @throws InvalidEventError
 */
export function checkEvent(types: EventTypes, draft: DraftEvent): CheckedEvent {
  const definition = Object.hasOwn(types, draft.type) ? types[draft.type] : undefined;
  if (definition === undefined) throw new InvalidEventError(draft.type, 'unknown type');
  const data = definition.schema.safeParse(draft.data);
  if (!data.success) throw new InvalidEventError(draft.type, problems(data.error));
  const metadata = metadataSchema.safeParse(draft.metadata);
  if (!metadata.success) throw new InvalidEventError(draft.type, `metadata ${problems(metadata.error)}`);
  return {
    // Ids are stored in lower case, and sealed values are bound to the id as stored.
    eventId: draft.eventId.toLowerCase(),
    type: draft.type,
    data: jsonOf(draft.type, data.data),
    metadata: { ...metadata.data, schemaVersion: definition.version },
    personal: definition.personal,
  };
}

function jsonOf(type: string, data: unknown): JsonObject {
  try {
    return toJsonObject(data);
  } catch (error) {
    if (error instanceof NotJsonError) throw new InvalidEventError(type, error.message);
    throw error;
  }
}

/**
 * Upcasts an opened event to the current version of its type and parses it.
 * @throws UnreadableEventError
 */
export function parseEvent(types: EventTypes, event: StoredEvent): ParsedEvent {
  const { eventId, type, stream, revision, position } = event;
  const unreadable = (reason: string) => new UnreadableEventError(position, type, reason);
  const definition = Object.hasOwn(types, type) ? types[type] : undefined;
  if (definition === undefined) throw unreadable('unknown type');
  const stored = storedMetadataSchema.safeParse(event.metadata);
  if (!stored.success) throw unreadable(`metadata ${problems(stored.error)}`);
  const { schemaVersion, ...metadata } = stored.data;
  const data = definition.schema.safeParse(upcast(definition, event.data, schemaVersion, unreadable));
  if (!data.success) throw unreadable(problems(data.error));
  return { eventId, type, data: data.data, metadata, stream, revision, position };
}

function upcast(
  definition: EventTypeDefinition,
  stored: JsonObject,
  from: number,
  unreadable: (reason: string) => UnreadableEventError,
): JsonObject {
  if (from > definition.version) {
    throw unreadable(`version ${from} is newer than ${definition.version}, the newest known here`);
  }
  let data = stored;
  for (let version = from; version < definition.version; version += 1) {
    try {
      data = definition.upcasters?.[version]?.(data) ?? data;
    } catch {
      // What it threw may quote the data.
      throw unreadable(`its upcaster from version ${version} failed`);
    }
  }
  return data;
}

/** Where and how data differs from its schema, without the values: `email: invalid_type, bio: too_big`. */
function problems(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'data'}: ${issue.code}`).join(', ');
}
