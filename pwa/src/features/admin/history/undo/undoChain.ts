import type { HistoryEntry } from '@pmcw/contracts';

interface ChainEnd {
  /** The event, or the last that undid it or was undone again. */
  readonly last: HistoryEntry;
  /** Whether the event has no effect now. */
  readonly isUndone: boolean;
}

/** Follows an event and its undoing, which can be undone itself. */
export function undoChain(entry: HistoryEntry, entries: readonly HistoryEntry[], isUndone = false): ChainEnd {
  const next = entries.find(({ undoes }) => undoes === entry.eventId);
  return next === undefined ? { last: entry, isUndone } : undoChain(next, entries, !isUndone);
}
