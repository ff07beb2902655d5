import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Hash, leafHash } from './merkle.ts';

export interface LeafEvent {
  readonly eventId: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

/** JSON with sorted fields, because databases may reorder them. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}

/**
 * Without the position, which depends on the engine; the leaf's index gives the order. Destroying a key changes
 * nothing, because the fields stay sealed.
 */
export function leafOf({ eventId, stream, revision, type, data, metadata }: LeafEvent): Hash {
  return leafHash(utf8ToBytes(canonical({ eventId, stream, revision, type, data, metadata })));
}
