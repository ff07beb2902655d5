/** 0 to 359. */
export function hueOf(name: string): number {
  return hashOf(name) % 360;
}

/** FNV-1a of the lower-case name: 32 unsigned bits. */
export function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name.toLowerCase()) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  hash ^= hash >>> 15;
  return hash >>> 0;
}
