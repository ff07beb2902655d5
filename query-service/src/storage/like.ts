/** Matches a folded text anywhere; wildcards in it are literal. */
export const containing = (folded: string): string => `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
