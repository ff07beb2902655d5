import { foldCase } from '@pmcw/contracts';

/** A pattern that finds the text anywhere in a folded `search` column; its own wildcards are taken literally. */
export const containing = (text: string): string => `%${foldCase(text).replace(/[\\%_]/g, '\\$&')}%`;
