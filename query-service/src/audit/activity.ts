import {
  type ActivityEntry,
  activityEntrySchema,
  activityTypes,
  changedBy,
  type HistoryEntry,
} from '@pmcw/contracts';
import * as v from 'valibot';
import type { ReadModels } from '../storage/database.ts';
import { findHistoryPage } from './history.ts';

export interface ActivityPage {
  readonly entries: ActivityEntry[];
  readonly next: string | null;
}

/** Each type is a short index scan, at any depth. */
export async function findActivityPage(
  db: ReadModels,
  memberId: number,
  page: { readonly before?: string | undefined; readonly limit: number },
): Promise<ActivityPage> {
  const query = { ...page, target: memberId, type: [...activityTypes] };
  const { entries, next } = await findHistoryPage(db, query);
  return { entries: entries.map((entry) => seenBy(memberId, entry)), next };
}

/** The schema keeps only declared fields: no ids of others, no reasons. */
function seenBy(memberId: number, { actor, ...entry }: HistoryEntry): ActivityEntry {
  const by = changedBy(memberId, actor?.id ?? null, entry.facts.cause);
  return v.parse(activityEntrySchema, { ...entry, by });
}
