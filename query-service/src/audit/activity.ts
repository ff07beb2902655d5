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
  const names = await namesOf(db, entries);
  return { entries: entries.map((entry) => seenBy(memberId, entry, names)), next };
}

type Names = ReadonlyMap<unknown, string>;

/** Of blocked members. */
async function namesOf(db: ReadModels, entries: readonly HistoryEntry[]): Promise<Names> {
  const ids = entries.flatMap(({ facts: { memberId } }) => (typeof memberId === 'number' ? memberId : []));
  if (ids.length === 0) return new Map();
  const members = db.selectFrom('moderation.members').select(['member_id', 'username']);
  const rows = await members.where('member_id', 'in', ids).execute();
  return new Map(rows.map(({ member_id, username }) => [member_id, username]));
}

/** The schema keeps only declared fields: no ids of others, no reasons. */
function seenBy(memberId: number, { actor, ...entry }: HistoryEntry, names: Names): ActivityEntry {
  const by = changedBy(memberId, actor?.id ?? null, entry.facts.cause);
  const { memberId: otherId, ...facts } = entry.facts;
  const member = otherId === undefined ? {} : { member: names.get(otherId) ?? null };
  return v.parse(activityEntrySchema, { ...entry, facts: { ...facts, ...member }, by });
}
