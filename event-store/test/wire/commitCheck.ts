/** The expected state of a stream: a bigint is the revision of its last event. */
export type Expected = 'any' | 'no-stream' | 'stream-exists' | bigint;

/** The state of the stream. */
export interface StreamFacts {
  /** Of the last event, -1 if there is none. */
  readonly current: bigint;
  /** Whether its metadata stream has events, which makes it exist. */
  readonly hasMetadata: boolean;
  idAt(revision: bigint): string | undefined;
  /** Revision of a recently appended id in this stream. */
  recent(id: string): bigint | undefined;
}

/**
 * Whether an append is new, repeats one (ending at `revision`), or does not fit the stream. `unanswered`: the real
 * server fails internally and sends no answer.
 */
export type CommitCheck =
  | { readonly decision: 'ok' | 'unanswered' }
  | { readonly decision: 'repeated'; readonly revision: bigint }
  | { readonly decision: 'wrong-expected-version'; readonly current: bigint };

const ok: CommitCheck = { decision: 'ok' };

/**
 * Decides an append like the real server (IndexWriter.CheckCommit): by event ids alone, whatever the payload. With an
 * older exact expectation, it is a repeat if its ids are those of the following revisions; with `any` and
 * `stream-exists`, if all ids are in the limited memory of recent ones.
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
  // WriteEventsCompleted refuses a backward range.
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
