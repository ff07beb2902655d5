/** Values that `localStorage` refused, for the life of the page; null for failed removals. */
const untaken = new Map<string, string | null>();

// A later write of another tab is newer.
if ('window' in globalThis) {
  window.addEventListener('storage', ({ key }) => (key === null ? untaken.clear() : untaken.delete(key)));
}

/** Returns the last value of this or another tab; null without one or without storage. */
export function readItem(key: string): string | null {
  const held = untaken.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keys that start like this, of stored values and those for the life of the page. */
export function itemKeys(prefix: string): string[] {
  const isRemoved = (key: string) => untaken.get(key) === null;
  const keys = new Set([...storedKeys(), ...untaken.keys()]);
  return [...keys].filter((key) => key.startsWith(prefix) && !isRemoved(key));
}

function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/**
 * Stores a small value, or removes it with null. If storage is full or forbidden, keeps it as long as the page.
 * @returns whether it outlives the page
 */
export function keepItem(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    untaken.delete(key);
    return true;
  } catch {
    untaken.set(key, value);
    return false;
  }
}
