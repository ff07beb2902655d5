import type { ProductRecord } from '../runner/model.ts';

/** Applied alone, because it changes what earlier events left. */
type Rare = Extract<ProductRecord, { type: 'UserDeleted' | 'MessageRestored' }>;

export interface RunUpToRare {
  readonly run: readonly ProductRecord[];
  /** The last of the run; null if it has none. */
  readonly rare: Rare | null;
}

const isRare = (event: ProductRecord): event is Rare =>
  event.type === 'UserDeleted' || event.type === 'MessageRestored';

export function runsUpToRare(events: readonly ProductRecord[]): RunUpToRare[] {
  const runs: RunUpToRare[] = [];
  let from = 0;
  for (const [at, event] of events.entries()) {
    if (!isRare(event)) continue;
    runs.push({ run: events.slice(from, at + 1), rare: event });
    from = at + 1;
  }
  if (from < events.length) runs.push({ run: events.slice(from), rare: null });
  return runs;
}
