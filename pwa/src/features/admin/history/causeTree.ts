import type { HistoryEntry } from '@pmcw/contracts';

/** An event, with the events that it led to. */
export interface EventNode {
  readonly entry: HistoryEntry;
  readonly effects: readonly EventNode[];
}

/** A command that no event led to, with the events that it led to. */
export interface ActionNode {
  /** The command's id. */
  readonly id: string;
  readonly events: readonly EventNode[];
}

/** A request, with its commands. */
export interface RequestNode {
  /** The request's id. */
  readonly id: string;
  readonly actions: readonly ActionNode[];
}

/**
 * Causes and effects as a tree: requests, their commands, the events of those, and what these led to in turn. Every entry
 * is in it once.
 * @param entries oldest first, so that causes come before their effects
 */
export function causeTree(entries: readonly HistoryEntry[]): readonly RequestNode[] {
  const effects = grouped(
    entries.filter((entry) => causeOf(entry, entries) !== undefined),
    ({ causationId }) => causationId,
  );
  const nodeOf = (entry: HistoryEntry): EventNode => ({
    entry,
    effects: (effects.get(entry.eventId) ?? []).map(nodeOf),
  });
  const first = entries.filter((entry) => causeOf(entry, entries) === undefined);
  return [...grouped(first, ({ correlationId }) => correlationId)].map(([id, ofRequest]) => ({
    id,
    actions: [...grouped(ofRequest, ({ causationId }) => causationId)].map(([command, events]) => ({
      id: command,
      events: events.map(nodeOf),
    })),
  }));
}

/** The event that led to another; always one before it. */
const causeOf = (
  { causationId, position }: HistoryEntry,
  entries: readonly HistoryEntry[],
): HistoryEntry | undefined =>
  entries.find((other) => other.eventId === causationId && BigInt(other.position) < BigInt(position));

function grouped(
  entries: readonly HistoryEntry[],
  keyOf: (entry: HistoryEntry) => string,
): ReadonlyMap<string, readonly HistoryEntry[]> {
  const groups = new Map<string, HistoryEntry[]>();
  for (const entry of entries) groups.set(keyOf(entry), [...(groups.get(keyOf(entry)) ?? []), entry]);
  return groups;
}
