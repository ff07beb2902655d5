import type { HistoryEntry, HistoryFilter } from '@pmcw/contracts';
import type { ReadModels } from '../storage/database.ts';
import { findHistory } from './history.ts';

const runLength = 1_000;

export interface ExportFormat {
  readonly what: string;
  readonly mediaType: string;
  readonly head: string;
  line(entry: HistoryEntry): string;
}

const columns = {
  position: ({ position }: HistoryEntry) => position,
  time: ({ occurredAt }: HistoryEntry) => occurredAt,
  type: ({ type }: HistoryEntry) => type,
  actor_id: ({ actor }: HistoryEntry) => actor?.id ?? '',
  actor: ({ actor }: HistoryEntry) => actor?.username ?? '',
  target_id: ({ target }: HistoryEntry) => target?.id ?? '',
  target: ({ target }: HistoryEntry) => target?.username ?? '',
  stream: ({ stream }: HistoryEntry) => stream,
  revision: ({ revision }: HistoryEntry) => revision,
  event_id: ({ eventId }: HistoryEntry) => eventId,
  correlation_id: ({ correlationId }: HistoryEntry) => correlationId,
  causation_id: ({ causationId }: HistoryEntry) => causationId,
  undoes: ({ undoes }: HistoryEntry) => undoes ?? '',
  facts: ({ facts }: HistoryEntry) => JSON.stringify(facts),
} as const;

/** A cell of RFC 4180; formulas of spreadsheets are escaped. */
function cell(value: string | number): string {
  const text = String(value);
  const inert = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

export const exportFormats = {
  csv: {
    what: 'a table, CSV',
    mediaType: 'text/csv; charset=utf-8',
    head: `${Object.keys(columns).join(',')}\r\n`,
    line: (entry) =>
      `${Object.values(columns)
        .map((of) => cell(of(entry)))
        .join(',')}\r\n`,
  },
  ndjson: {
    what: 'an object of JSON a line',
    mediaType: 'application/x-ndjson',
    head: '',
    line: (entry) => `${JSON.stringify(entry)}\n`,
  },
} as const satisfies Record<string, ExportFormat>;

/**
 * Newest first; the next run is loaded after the previous one was sent. Resolves after the first run, so that a refusal
 * is possible.
 * @throws as `findHistory`
 */
export async function exported(
  db: ReadModels,
  filter: HistoryFilter,
  format: ExportFormat,
): Promise<AsyncIterable<string>> {
  const runAfter = (last?: HistoryEntry) =>
    findHistory(db, filter, { before: last?.position, limit: runLength });
  return linesOf(await runAfter(), runAfter, format);
}

async function* linesOf(
  first: HistoryEntry[],
  runAfter: (last?: HistoryEntry) => Promise<HistoryEntry[]>,
  { head, line }: ExportFormat,
): AsyncGenerator<string> {
  if (head !== '') yield head;
  for (let run = first; run.length > 0; run = await runAfter(run.at(-1))) {
    yield run.map(line).join('');
    if (run.length < runLength) return;
  }
}
