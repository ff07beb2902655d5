import type { StoredSettings } from '@pmcw/contracts';
import type { ReadMarksTable } from '@pmcw/projections/tables';

/** Of the member's own read mark, joined as `mine`. */
export const settingColumns = [
  'mine.muted_until as mutedUntil',
  'mine.muted_at as mutedAt',
  'mine.is_marked as isMarked',
  'mine.marked_at as markedAt',
  'mine.deleted_up_to as deletedUpTo',
  'mine.deleted_at as deletedAt',
  'mine.accepted_at as acceptedAt',
] as const;

export interface SettingRow {
  readonly mutedUntil: ReadMarksTable['muted_until'];
  readonly mutedAt: ReadMarksTable['muted_at'];
  readonly isMarked: ReadMarksTable['is_marked'];
  readonly markedAt: ReadMarksTable['marked_at'];
  readonly deletedUpTo: ReadMarksTable['deleted_up_to'];
  readonly deletedAt: ReadMarksTable['deleted_at'];
  readonly acceptedAt: ReadMarksTable['accepted_at'];
}

export function toSettings(row: SettingRow): StoredSettings {
  const changedAt = [row.mutedAt, row.markedAt, row.deletedAt, row.acceptedAt].map((at) => BigInt(at ?? 0));
  return {
    mutedUntil: row.mutedUntil,
    isMarkedUnread: row.isMarked === true,
    deletedUpTo: row.deletedUpTo,
    position: String(changedAt.reduce((last, at) => (at > last ? at : last))),
  };
}
