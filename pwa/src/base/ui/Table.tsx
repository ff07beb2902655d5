import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** On narrow screens `title` heads a row's card and `actions` end it, both without their header. */
  readonly role?: 'title' | 'actions';
  readonly isNumeric?: boolean;
}

interface TableProps<Row> {
  /** For screen readers. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly isStale?: boolean;
}

/** On narrow screens each row is a card with labeled cells; for screen readers it stays a table. */
export function Table<Row>({ caption, columns, rows, keyOf, isStale = false }: TableProps<Row>) {
  return (
    <div
      aria-busy={isStale}
      className={clsx(
        'relative transition-opacity lg:overflow-x-auto lg:rounded-xl lg:border lg:bg-surface',
        isStale && 'opacity-50',
      )}
    >
      <table className="w-full text-left text-sm max-lg:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-xs text-muted max-lg:sr-only">
          <tr className="border-b">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={clsx('px-2.5 py-3 font-medium first:pl-4 last:pr-4 xl:px-3', sideOf(column))}
              >
                <span className={clsx(column.role === 'actions' && 'sr-only')}>{column.header}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-3 md:max-lg:grid-cols-2 lg:divide-y lg:divide-line">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="transition max-lg:flex max-lg:min-w-0 max-lg:flex-col max-lg:gap-2.5 max-lg:rounded-xl max-lg:border max-lg:bg-surface max-lg:p-4 lg:hover:bg-raised/60"
            >
              {columns.map((column) => (
                <TableCell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableCell<Row>({ column, row }: { readonly column: TableColumn<Row>; readonly row: Row }) {
  const isFact = column.role === undefined;
  return (
    <td
      className={clsx(
        'lg:px-2.5 lg:py-3 lg:first:pl-4 lg:last:pr-4 xl:px-3',
        sideOf(column),
        isFact && 'max-lg:flex max-lg:items-center max-lg:justify-between max-lg:gap-4',
        column.role === 'actions' && 'max-lg:border-t max-lg:pt-3',
      )}
    >
      {isFact && (
        <span aria-hidden="true" className="shrink-0 text-xs text-muted lg:hidden">
          {column.header}
        </span>
      )}
      {column.cell(row)}
    </td>
  );
}

function sideOf({ isNumeric = false, role }: TableColumn<never>): string | false {
  return (isNumeric && 'lg:text-right tabular-nums') || (role === 'actions' && 'lg:text-right');
}
