import type { ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import type { Transaction } from '../storage/table.ts';

export type ProductRecord = RecordedEvent<ProductEvents>;

export interface ReadModel {
  /** Also the name of its Postgres schema. */
  readonly name: string;
  /** Must grow with every change of tables or folding: the runner then rebuilds. */
  readonly version: number;
  /** The checkpoint passes over all other events. */
  readonly types: readonly (keyof ProductEvents)[];
  /** Makes tables, and the indexes that folding needs; names without schema. */
  readonly ddl: readonly string[];
  /** Makes what only readers need; a rebuild runs it last, when it is cheaper. */
  readonly readerDdl: readonly string[];
  /**
   * Folds a run of events into the tables. May depend only on rows and events, and must give the same rows however the
   * log is cut into runs (checked by `liveEqualsRebuilt.int.spec.ts`).
   */
  apply(tx: Transaction, events: readonly ProductRecord[]): Promise<void>;
}
