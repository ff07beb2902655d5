/**
 * Canonical JSON (RFC 8785).
 * @throws TypeError for values that JSON doesn't have, including lone surrogates
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value);
  if (typeof value === 'string') return canonicalString(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`JSON has no ${typeof value}`);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, part]) => `${canonicalString(name)}:${canonicalJson(part)}`).join(',')}}`;
}

function canonicalString(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new TypeError('A string has half a character');
  return JSON.stringify(text);
}
