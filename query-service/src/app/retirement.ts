/** Pages opened before a release still request the old files. */
export const keptForMs = 7 * 24 * 60 * 60 * 1000;

/** When each file was first seen unused, in milliseconds. */
export type Retired = Readonly<Record<string, number>>;

export interface Plan {
  readonly copy: readonly string[];
  readonly remove: readonly string[];
  readonly retired: Retired;
}

/** Counts from when a file was first seen unused. */
export function planRetirement(
  current: ReadonlySet<string>,
  kept: ReadonlySet<string>,
  before: Retired,
  now: number,
): Plan {
  const retired = [...kept]
    .filter((file) => !current.has(file))
    // If the clock was set back, files must not stay permanently.
    .map((file) => [file, Math.min(before[file] ?? now, now)] as const);
  const isOver = (since: number) => now - since > keptForMs;
  return {
    copy: [...current].filter((file) => !kept.has(file)),
    remove: retired.filter(([, since]) => isOver(since)).map(([file]) => file),
    retired: Object.fromEntries(retired.filter(([, since]) => !isOver(since))),
  };
}
