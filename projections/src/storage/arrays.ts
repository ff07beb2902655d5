const unstorable = /\0|\p{Surrogate}/gu;

/** Replaces NUL and lone surrogates, which Postgres can't store, because no text may stop a read model. */
export const storable = (text: string): string => text.replace(unstorable, '\ufffd');

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function unescaped(written: string, kind: string): string {
  if (kind.startsWith('u')) return storable(String.fromCharCode(Number.parseInt(kind.slice(1), 16)));
  return controls[kind] ?? written;
}

/**
 * Values as an array in the text format of Postgres, storable. It differs from JSON by its brackets, and has only two
 * escapes, of `"` and `\`.
 */
export function arrayOf(values: readonly unknown[]): string {
  const given = values.map((value) => (Array.isArray(value) ? arrayOf(value) : value));
  const items = JSON.stringify(given).slice(1, -1);
  const text = /\\[^"\\]/.test(items) ? items.replaceAll(/\\(u[0-9a-f]{4}|.)/g, unescaped) : items;
  return `{${text}}`;
}
