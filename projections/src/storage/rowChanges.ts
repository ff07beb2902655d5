import { deleteRows, type Table, type Transaction, upsertRows } from './table.ts';

export class RowChanges<Row extends object, Key extends keyof Row & string> {
  readonly #table: Table<Row>;
  readonly #keyOf: (key: Pick<Row, Key>) => string;
  readonly #rows = new Map<string, Row>();
  readonly #gone = new Map<string, Pick<Row, Key>>();

  constructor(table: Table<Row>, key: readonly Key[]) {
    this.#table = table;
    this.#keyOf = (row) => JSON.stringify(key.map((column) => row[column]));
  }

  put(row: Row): void {
    const key = this.#keyOf(row);
    this.#gone.delete(key);
    this.#rows.set(key, row);
  }

  remove(key: Pick<Row, Key>): void {
    this.#rows.delete(this.#keyOf(key));
    this.#gone.set(this.#keyOf(key), key);
  }

  async write(tx: Transaction): Promise<void> {
    await deleteRows(tx, this.#table, [...this.#gone.values()]);
    await upsertRows(tx, this.#table, [...this.#rows.values()]);
  }
}
