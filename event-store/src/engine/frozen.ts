/** Of a value and a field beside its text, roughly. */
const overhead = 16;

/** Freezes a value that several readers share. @returns its size in memory, roughly, in bytes */
export function freeze(value: unknown): number {
  if (typeof value === 'string') return overhead + 2 * value.length;
  if (typeof value !== 'object' || value === null) return overhead;
  Object.freeze(value);
  return Object.values(value).reduce<number>((size, part) => size + freeze(part), overhead);
}
