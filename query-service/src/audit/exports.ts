import type { HistoryEntry, HistoryFilter } from '@pmcw/contracts';
import type { ReadModels } from '../storage/database.ts';
import { findHistory } from './history.ts';

/** Entries in memory at a time. */
const runLength = 1_000;

/** A format of an export: its media type, its first line if any, and the line of an entry. */
export interface ExportFormat {
  /** What its files are, for the documentation. */
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

/** A cell of RFC 4180; one that a spreadsheet would take for a formula is told to be text. */
function cell(value: string | number): string {
  const text = String(value);
  const inert = /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** The formats, by the ending of the path. */
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
 * Everything that a filter lets through, newest first, as text; a run is looked up when the one before has left.
 * Resolves with the first in hand, so that a refusal is told before anything is sent.
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
