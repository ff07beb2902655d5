import type { Parameters } from 'fast-check';
import { within } from '../timeLimit.ts';

/** Longer than any operation takes with all of its inputs; reaching this limit is a failure. */
const longestMs = 2 * 60 * 60 * 1000;

/**
 * For properties whose inputs must all be sent. Other properties pass when time runs out (`setup.ts`); here that would
 * count inputs that were never tried.
 */
export const allOf = (runs: number) =>
  ({
    numRuns: runs,
    endOnFailure: true,
    plugins: [within(longestMs)],
    markInterruptAsFailure: true,
  }) satisfies Parameters<unknown>;
