import type { Compat, Missing } from './compat.ts';
import type { Use } from './scripts.ts';
import type { StyleUse } from './styles.ts';

/** A use of something that a supported browser lacks. */
export interface Finding extends Missing {
  readonly line: number;
}

export function findingsInScript(uses: readonly Use[], compat: Compat): readonly Finding[] {
  return uses.flatMap(({ line, paths, options = [] }) => {
    const known = paths.find((path) => compat.knows(path));
    if (known === undefined) return [];
    const all = [known, ...options.flatMap((option) => compat.optionOf(known, option) ?? [])];
    return all.flatMap((path) => {
      const missing = compat.missing(path);
      return missing === null ? [] : [{ ...missing, line }];
    });
  });
}

/** @param added prefixes that the build adds where a browser needs them */
export function findingsInStyles(
  uses: readonly StyleUse[],
  compat: Compat,
  added: readonly string[] = [],
): readonly Finding[] {
  return uses.flatMap(({ line, path, prefixes }) => {
    const missing = compat.missing(path, new Set([...prefixes, ...added]));
    return missing === null ? [] : [{ ...missing, line }];
  });
}
