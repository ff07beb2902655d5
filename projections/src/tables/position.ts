/** Decimal. */
export type Position = string;
