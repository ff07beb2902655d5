import type { ProductRecord } from '../runner/model.ts';

/** Applied alone, because it changes what earlier events left. */
type Rare = Extract<ProductRecord, { type: 'UserDeleted' | 'MessageRestored' }>;

export interface Run {
  readonly events: readonly ProductRecord[];
  /** The last of the events. */
  readonly rare: Rare | null;
}

const isRare = (event: ProductRecord): event is Rare =>
  event.type === 'UserDeleted' || event.type === 'MessageRestored';

export function runsOf(events: readonly ProductRecord[]): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (const [at, event] of events.entries()) {
    if (!isRare(event)) continue;
    runs.push({ events: events.slice(from, at + 1), rare: event });
    from = at + 1;
  }
  if (from < events.length) runs.push({ events: events.slice(from), rare: null });
  return runs;
}
