/** What `localStorage` did not take: it holds as long as the page. Null is for what it did not remove. */
const untaken = new Map<string, string | null>();

// What another tab of this browser could write since is newer.
if ('window' in globalThis) {
  window.addEventListener('storage', ({ key }) => (key === null ? untaken.clear() : untaken.delete(key)));
}

/** What was kept by this name last, here or in another tab; null when nothing is, or the browser keeps nothing for this site. */
export function readItem(key: string): string | null {
  const held = untaken.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keeps a small thing in this browser, or with null keeps it no more. Where storage is full or forbidden, it is kept as long
 * as the page is open.
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
