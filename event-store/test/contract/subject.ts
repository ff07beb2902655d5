import type { EventLog } from '../../src/index.ts';

/** The log of the running spec. */
export interface ContractSubject {
  readonly log: () => EventLog;
  /** Its head as the spec began: what others wrote before is no business of the spec. */
  readonly start: () => bigint;
}
