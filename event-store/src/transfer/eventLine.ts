import { z } from 'zod';
import type { JsonObject, StoredEvent } from '../port.ts';
import { DamagedFileError } from './errors.ts';

const line = z.strictObject({
  position: z.string().regex(/^\d{1,20}$/),
  stream: z.string().min(1),
  revision: z.int().min(0),
  eventId: z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
  type: z.string().min(1),
  // Stored data passes unchanged, including odd keys.
  data: z.custom<JsonObject>(isJsonObject),
  metadata: z.custom<JsonObject>(isJsonObject),
});

/** Equal events have equal lines, whatever the engine. */
export function formatEvent({
  position,
  stream,
  revision,
  eventId,
  type,
  data,
  metadata,
}: StoredEvent): string {
  return JSON.stringify({ position: String(position), stream, revision, eventId, type, data, metadata });
}

/** @param lineNumber from 1 @throws DamagedFileError */
export function eventOf(json: unknown, lineNumber: number): StoredEvent {
  const parsed = line.safeParse(json);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') || 'line';
    throw new DamagedFileError(`Line ${lineNumber} is not an event (${field})`);
  }
  return { ...parsed.data, position: BigInt(parsed.data.position) };
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
