import type { ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import type { Transaction } from '../storage/table.ts';

/** An event of the product as the models are given it. */
export type ProductRecord = RecordedEvent<ProductEvents>;

/** What a read model is to the runner. */
export interface ReadModel {
  /** Also the name of its Postgres schema. */
  readonly name: string;
  /** To be raised with every change of tables or folding: the runner then rebuilds. */
  readonly version: number;
  /** The event types that change it; its checkpoint passes over all others. */
  readonly types: readonly (keyof ProductEvents)[];
  /** Statements that make the tables and the indexes that folding needs; names without schema. */
  readonly ddl: readonly string[];
  /** Statements that make what only readers need; a rebuild runs them last, when that is cheaper. */
  readonly readerDdl: readonly string[];
  /**
   * Folds a run of events into the tables. Must depend on nothing but the rows and the events, and come to the
   * same rows however the log is cut into runs (`liveEqualsRebuilt.int.spec.ts` checks it).
   */
  apply(tx: Transaction, events: readonly ProductRecord[]): Promise<void>;
}
