/** How long the files of an earlier build are served, in milliseconds: pages that were opened before a release still ask for them. */
export const keptForMs = 7 * 24 * 60 * 60 * 1000;

/** Since when each file is of no current build any more, in milliseconds. */
export type Retired = Readonly<Record<string, number>>;

/** What is to be done with the kept files. */
export interface Plan {
  /** Of the current build, and not kept yet. */
  readonly copy: readonly string[];
  /** Out of use for longer than `keptForMs`. */
  readonly remove: readonly string[];
  readonly retired: Retired;
}

/**
 * Which files of the current build to keep, and which of earlier builds to let go. Counted from when a file was first
 * seen to be out of use: one that served for months is kept for a week after, too.
 */
export function planRetirement(
  current: ReadonlySet<string>,
  kept: ReadonlySet<string>,
  before: Retired,
  now: number,
): Plan {
  const retired = [...kept]
    .filter((file) => !current.has(file))
    // A clock that was set back must not keep a file for ever.
    .map((file) => [file, Math.min(before[file] ?? now, now)] as const);
  const isOver = (since: number) => now - since > keptForMs;
  return {
    copy: [...current].filter((file) => !kept.has(file)),
    remove: retired.filter(([, since]) => isOver(since)).map(([file]) => file),
    retired: Object.fromEntries(retired.filter(([, since]) => !isOver(since))),
  };
}
