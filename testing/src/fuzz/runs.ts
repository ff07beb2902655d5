import type { Parameters } from 'fast-check';

/** Longer than any operation takes with all of its inputs; to be cut off by it is a failure. */
const longestMs = 2 * 60 * 60 * 1000;

/**
 * How a property runs when all of its inputs are to be sent. Others end with what they have seen when they take long
 * (`setup.ts`), and are green; here that would count as tried what never was.
 */
export const allOf = (runs: number) =>
  ({
    numRuns: runs,
    endOnFailure: true,
    interruptAfterTimeLimit: longestMs,
    markInterruptAsFailure: true,
  }) satisfies Parameters<unknown>;
