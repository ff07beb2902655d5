/** A pattern that finds a folded text anywhere in a `search` column; its own wildcards are taken literally. */
export const containing = (folded: string): string => `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
