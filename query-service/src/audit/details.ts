import type { HistoryDetails } from '@pmcw/contracts';
import type { ReadModels } from '../storage/database.ts';
import { findEntry } from './chain.ts';
import { findRecord, type Streams } from './record.ts';

/** Null if there is no such event, or the log has a different one in its place. */
export async function findDetails(
  db: ReadModels,
  streams: Streams,
  eventId: string,
): Promise<HistoryDetails | null> {
  const entry = await findEntry(db, eventId);
  const record = entry === null ? null : await findRecord(streams, entry);
  return entry === null || record === null ? null : { entry, record };
}
