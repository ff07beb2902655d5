import type { Reporting } from '../src/observer.ts';

const nothing = () => undefined;

/** Discards all reports. */
export const silent: Reporting = {
  logger: { debug: nothing, warn: nothing, error: nothing },
  observe: nothing,
};
