import { z } from 'zod';
import { InvalidEventError, UnreadableEventError } from './errors.ts';
import {
  ERASED,
  type EventMetadata,
  type EventTypeDefinition,
  type EventTypes,
  UNREADABLE,
} from './eventTypes.ts';
import { NotJsonError, toJsonObject } from './json.ts';
import type { EngineName, Json, JsonObject, StoredEvent } from './port.ts';

export interface DraftEvent {
  readonly eventId: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: EventMetadata;
}

export interface CheckedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: JsonObject;
  readonly personal: EventTypeDefinition['personal'];
}

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
  undoes: z.uuid().optional(),
  time: z.iso.datetime(),
});
const storedMetadataSchema = metadataSchema.extend({
  schemaVersion: z.int().min(1),
  engine: z.string().default('postgres' satisfies EngineName),
});

export function checkRegistry(types: EventTypes): void {
  for (const [type, definition] of Object.entries(types)) {
    for (let version = 1; version < definition.version; version += 1) {
      if (definition.upcasters?.[version] === undefined) {
        throw new TypeError(`Event type ${type} has no upcaster from version ${version}`);
      }
    }
    checkPersonalFields(type, definition);
    checkPositions(type, definition);
  }
}

function checkPositions(type: string, { schema, positions = [] }: EventTypeDefinition): void {
  if (!(schema instanceof z.ZodObject)) return;
  for (const field of positions) {
    if (schema.shape[field]?.safeParse('1').success !== true) {
      throw new TypeError(`Event type ${type}: ${field} must accept a position`);
    }
  }
}

function checkPersonalFields(type: string, { schema, personal }: EventTypeDefinition): void {
  if (personal === undefined || !(schema instanceof z.ZodObject)) return;
  for (const field of personal.fields) {
    for (const standIn of [ERASED, UNREADABLE]) {
      if (schema.shape[field]?.safeParse(standIn).success !== true) {
        throw new TypeError(`Event type ${type}: its personal field ${field} must accept ${standIn}`);
      }
    }
  }
}

/** @throws InvalidEventError */
export function checkEvent(types: EventTypes, engine: EngineName, draft: DraftEvent): CheckedEvent {
  const definition = Object.hasOwn(types, draft.type) ? types[draft.type] : undefined;
  if (definition === undefined) throw new InvalidEventError(draft.type, 'unknown type');
  const data = definition.schema.safeParse(draft.data);
  if (!data.success) throw new InvalidEventError(draft.type, problems(data.error));
  const metadata = metadataSchema.safeParse(draft.metadata);
  if (!metadata.success) throw new InvalidEventError(draft.type, `metadata ${problems(metadata.error)}`);
  const { undoes, ...known } = metadata.data;
  return {
    // Seals are bound to the stored id.
    eventId: draft.eventId.toLowerCase(),
    type: draft.type,
    data: jsonOf(draft.type, data.data),
    metadata: {
      ...known,
      ...(undoes !== undefined && { undoes }),
      schemaVersion: definition.version,
      ...(definition.positions !== undefined && { engine }),
    },
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

export function isCurrent(types: EventTypes, { type, metadata }: StoredEvent): boolean {
  return Object.hasOwn(types, type) && types[type]?.version === metadata.schemaVersion;
}

/** @throws UnreadableEventError */
export function parseEvent(types: EventTypes, engine: EngineName, event: StoredEvent): ParsedEvent {
  const { eventId, type, stream, revision, position } = event;
  const unreadable = (reason: string) => new UnreadableEventError(position, type, reason);
  const definition = Object.hasOwn(types, type) ? types[type] : undefined;
  if (definition === undefined) throw unreadable('unknown type');
  const stored = storedMetadataSchema.safeParse(event.metadata);
  if (!stored.success) throw unreadable(`metadata ${problems(stored.error)}`);
  const { schemaVersion, engine: writtenOn, ...metadata } = stored.data;
  const current = upcast(definition, event.data, schemaVersion, unreadable);
  const isForeign = writtenOn !== engine;
  const data = definition.schema.safeParse(withPositions(definition, current, { position, isForeign }));
  if (!data.success) throw unreadable(problems(data.error));
  return { eventId, type, data: data.data, metadata, stream, revision, position };
}

/** A position of another engine or log becomes the event's own: no later event can be meant. */
function withPositions(
  { positions = [] }: EventTypeDefinition,
  data: JsonObject,
  { position, isForeign }: { readonly position: bigint; readonly isForeign: boolean },
): JsonObject {
  const wrong = positions.filter((field) => isForeign || isBeyond(data[field], position));
  if (wrong.length === 0) return data;
  return { ...data, ...Object.fromEntries(wrong.map((field) => [field, String(position)])) };
}

function isBeyond(value: Json | undefined, position: bigint): boolean {
  return typeof value === 'string' && /^\d+$/.test(value) && BigInt(value) > position;
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
      // Its error may quote the data.
      throw unreadable(`its upcaster from version ${version} failed`);
    }
  }
  return data;
}

function problems(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.') || 'data'}: ${issue.code}`).join(', ');
}
