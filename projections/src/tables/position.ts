/** A place in the log, decimal. */
export type Position = string;
