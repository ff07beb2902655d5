import type { HistoryEntry } from '@pmcw/contracts';

export interface EventNode {
  readonly entry: HistoryEntry;
  readonly effects: readonly EventNode[];
}

/** A command without a causing event. */
export interface ActionNode {
  readonly id: string;
  readonly events: readonly EventNode[];
}

interface RequestNode {
  readonly id: string;
  readonly actions: readonly ActionNode[];
}

/**
 * Returns requests with their commands, the commands' events, and the effects of these. Contains every entry once.
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

/** Always an earlier event. */
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
