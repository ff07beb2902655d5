/** What an appender expects of its stream: a bigint is the exact revision of its last event. */
export type Expected = 'any' | 'no-stream' | 'stream-exists' | bigint;

/** What is known of the stream that is appended to. */
export interface StreamFacts {
  /** Revision of its last event, -1 when there is none. */
  readonly current: bigint;
  /** Whether its metadata stream has events: then it counts as existing. */
  readonly hasMetadata: boolean;
  /** Id of the event at a revision. */
  idAt(revision: bigint): string | undefined;
  /** Revision at which an id was lately appended to this stream. */
  recent(id: string): bigint | undefined;
}

/**
 * Whether an append is new, repeats one (ending at `revision`), or does not fit the stream. `unanswered`: the real
 * server runs into an exception of its own and the caller never hears of it.
 */
export type CommitCheck =
  | { readonly decision: 'ok' | 'unanswered' }
  | { readonly decision: 'repeated'; readonly revision: bigint }
  | { readonly decision: 'wrong-expected-version'; readonly current: bigint };

const ok: CommitCheck = { decision: 'ok' };

/**
 * Judges an append as the real server does (IndexWriter.CheckCommit): by event ids alone, whatever the payload.
 * An exact expectation that is behind the stream is a repeat when the ids are those of the following revisions, all of
 * them; `any` and `stream-exists` are repeats when all ids are in the bounded memory of recent ids.
 */
export function checkCommit(expected: Expected, ids: readonly string[], stream: StreamFacts): CommitCheck {
  const wrong: CommitCheck = { decision: 'wrong-expected-version', current: stream.current };
  if (expected === 'stream-exists' && stream.current < 0n && !stream.hasMetadata) return wrong;
  if (expected === 'any' || expected === 'stream-exists') return checkRecent(ids, stream, wrong);
  const revision = expected === 'no-stream' ? -1n : expected;
  if (revision > stream.current) return wrong;
  if (revision === stream.current) return ok;
  return checkFollowing(revision, ids, stream, wrong);
}

function checkRecent(ids: readonly string[], stream: StreamFacts, wrong: CommitCheck): CommitCheck {
  const revisions = ids.map((id) => stream.recent(id));
  const [first] = revisions;
  const last = revisions.at(-1);
  if (first === undefined) return ok;
  if (last === undefined || revisions.includes(undefined)) return wrong;
  // WriteEventsCompleted refuses a range that goes backwards.
  return last < first - 1n ? { decision: 'unanswered' } : { decision: 'repeated', revision: last };
}

function checkFollowing(
  after: bigint,
  ids: readonly string[],
  stream: StreamFacts,
  wrong: CommitCheck,
): CommitCheck {
  let revision = after;
  for (const id of ids) {
    revision += 1n;
    if (stream.recent(id) !== revision && stream.idAt(revision) !== id) return wrong;
  }
  return ids.length === 0 ? wrong : { decision: 'repeated', revision };
}
