import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Hash, leafHash } from './merkle.ts';

/** What a leaf of the tree is made of: an event as it is stored, with what is personal sealed. */
export interface LeafEvent {
  readonly eventId: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

/** JSON with the fields of each object in the order of their names: one text for what databases order as they like. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`;
}

/**
 * The leaf of an event. It holds all that is stored but the position, which an engine gives; the order is told by the
 * leaf's place in the tree. A key that is destroyed changes nothing here: the sealed fields stay as they are.
 */
export function leafOf({ eventId, stream, revision, type, data, metadata }: LeafEvent): Hash {
  return leafHash(utf8ToBytes(canonical({ eventId, stream, revision, type, data, metadata })));
}
