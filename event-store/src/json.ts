import type { Json, JsonObject } from './port.ts';

/** Names the place, never the value. */
export class NotJsonError extends Error {
  override readonly name = 'NotJsonError';
}

/**
 * Omits undefined fields, and refuses what JSON would change: dates, NaN, bigints, class instances.
 * @throws NotJsonError
 */
export function toJsonObject(value: unknown): JsonObject {
  if (!isPlainObject(value)) throw new NotJsonError('data: not an object');
  return objectToJson(value, '');
}

function objectToJson(value: Readonly<Record<string, unknown>>, path: string): JsonObject {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(entries.map(([name, field]) => [name, toJson(field, `${path}${name}`)]));
}

function toJson(value: unknown, path: string): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item: unknown, n) => toJson(item, `${path}.${n}`));
  if (isPlainObject(value)) return objectToJson(value, `${path}.`);
  throw new NotJsonError(`${path}: not JSON`);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
