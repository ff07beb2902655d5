/** A position in the log, decimal. */
export type Position = string;
