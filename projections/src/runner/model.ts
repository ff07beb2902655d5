import type { ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import type { Transaction } from '../storage/table.ts';

export type ProductRecord = RecordedEvent<ProductEvents>;

/** Each type once, although several parts of a model may fold it. */
export const distinct = <T extends ProductRecord['type']>(
  ...types: readonly (readonly T[])[]
): readonly T[] => [...new Set(types.flat())];

export interface ReadModel {
  /** Also the name of its Postgres schema. */
  readonly name: string;
  /** Must grow with every change of tables or folding: the runner then rebuilds. */
  readonly version: number;
  readonly types: readonly (keyof ProductEvents)[];
  /** Names without schema. */
  readonly ddl: readonly string[];
  /** For readers only; a rebuild runs it last, when it is cheaper. */
  readonly readerDdl: readonly string[];
  /**
   * May depend only on rows and events, and must give the same rows however the log is cut into runs (checked by
   * `liveEqualsRebuilt.int.spec.ts`).
   */
  apply(tx: Transaction, events: readonly ProductRecord[]): Promise<void>;
}
