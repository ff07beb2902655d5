import { type Moment, type MomentQuery, ProblemError, texts } from '@pmcw/contracts';
import type { ReadModels } from '../storage/database.ts';
import { findHistory } from './history.ts';
import { replayOfStream } from './pastStates.ts';
import type { Streams } from './record.ts';

export async function momentOf(
  db: ReadModels,
  streams: Streams,
  stream: string,
  { at, revision = Number.POSITIVE_INFINITY }: MomentQuery,
): Promise<Moment> {
  const nothing = new ProblemError('not_found', texts.refusals.notFound);
  const replay = replayOfStream(stream);
  if (replay === null) throw nothing;
  const position = at === undefined ? null : BigInt(at);
  const replayed = await replay(
    streams.readSealed(stream),
    (event) => event.revision <= revision && (position === null || event.position <= position),
  );
  if (replayed === null) throw nothing;
  const [last, event] = await Promise.all([
    findHistory(db, { stream }, { limit: 1 }),
    findHistory(db, { stream }, { before: String(replayed.event.position + 1n), limit: 1 }),
  ]);
  const [entry] = event;
  if (entry === undefined || entry.revision !== replayed.event.revision) {
    // The log is ahead of the read model, although `upToDate` has waited.
    throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
  }
  const { state, before } = replayed;
  return { stream, length: (last[0]?.revision ?? entry.revision) + 1, event: entry, state, before };
}
