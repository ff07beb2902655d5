import type { StoredSettings } from '@pmcw/contracts';
import type { ReadMarksTable } from '@pmcw/projections/tables';

/** Of the member's own read mark, joined as `mine`. */
export const settingColumns = [
  'mine.muted_until as mutedUntil',
  'mine.muted_at as mutedAt',
  'mine.is_marked as isMarked',
  'mine.marked_at as markedAt',
] as const;

export interface SettingRow {
  readonly mutedUntil: ReadMarksTable['muted_until'];
  readonly mutedAt: ReadMarksTable['muted_at'];
  readonly isMarked: ReadMarksTable['is_marked'];
  readonly markedAt: ReadMarksTable['marked_at'];
}

export function toSettings({ mutedUntil, mutedAt, isMarked, markedAt }: SettingRow): StoredSettings {
  const isMarkedLast = BigInt(markedAt ?? 0) > BigInt(mutedAt ?? 0);
  return {
    mutedUntil,
    isMarkedUnread: isMarked === true,
    position: (isMarkedLast ? markedAt : mutedAt) ?? '0',
  };
}
