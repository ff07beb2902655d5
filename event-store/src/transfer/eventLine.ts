import { z } from 'zod';
import type { JsonObject, StoredEvent } from '../port.ts';
import { DamagedFileError } from './errors.ts';

const line = z.strictObject({
  position: z.string().regex(/^\d{1,20}$/),
  stream: z.string().min(1),
  revision: z.int().min(0),
  eventId: z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
  type: z.string().min(1),
  // Not copied by the schema: what is stored passes through as it is, odd keys included.
  data: z.custom<JsonObject>(isJsonObject),
  metadata: z.custom<JsonObject>(isJsonObject),
});

/** An event as its line of a file, without the line's end. Equal events make equal lines, whatever engine they are from. */
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

/**
 * The event of a line's JSON. @param lineNumber from 1, for the error
 * @throws DamagedFileError
 */
export function eventOf(json: unknown, lineNumber: number): StoredEvent {
  const parsed = line.safeParse(json);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') || 'line';
    throw new DamagedFileError(`Line ${lineNumber} is not an event (${field})`);
  }
  return { ...parsed.data, position: BigInt(parsed.data.position) };
}

/** What comes out of `JSON.parse` is JSON all the way down. */
function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
