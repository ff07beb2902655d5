import type { Reporting } from '../src/observer.ts';

const nothing = () => undefined;

/** Reports to nobody. */
export const silent: Reporting = {
  logger: { debug: nothing, warn: nothing, error: nothing },
  observe: nothing,
};
