import type { EventLog } from '../../src/index.ts';

/** The log of the current spec. */
export interface ContractSubject {
  readonly log: () => EventLog;
  /** Its head before the spec, because others may have written. */
  readonly start: () => bigint;
}
