import { type HistoryEntry, isUndoable, type Moment, undoableFields } from '@pmcw/contracts';
import { type Difference, differencesOf } from '../timeTravel/timeTravelDifferences.ts';

/** The restored fields whose current value differs from that before the event. */
export function undoRows(
  event: HistoryEntry,
  before: Moment['before'],
  now: Moment['state'],
): readonly Difference[] {
  if (!isUndoable(event.type)) return [];
  const fields: readonly string[] = undoableFields[event.type];
  const { walletId, socialId } = event.facts;
  const item = walletId ?? socialId;
  return differencesOf(now, before).filter(({ key, field, change }) => {
    if (change === 'same' || !fields.includes(field)) return false;
    if (event.type === 'SettingsChanged') return Object.hasOwn(event.facts, field);
    // Of a list, only the removed item.
    return item === undefined || key === `${field} ${String(item)}`;
  });
}
