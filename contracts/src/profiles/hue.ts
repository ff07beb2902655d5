/** A hue (0 to 359) that belongs to a name: the same everywhere, so that a member is recognised by it. */
export function hueOf(name: string): number {
  return hashOf(name) % 360;
}

/** FNV-1a over the name without regard to case: 32 unsigned bits that look random. */
export function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name.toLowerCase()) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  hash ^= hash >>> 15;
  return hash >>> 0;
}
