import { type ChangeFrame, type Changes, limits, ProblemError, texts } from '@pmcw/contracts';
import { everyone } from '@pmcw/projections/tables';
import { type RawBuilder, sql } from 'kysely';
import { incarnationIn } from '../freshness/incarnationIn.ts';
import type { ReadModels } from '../storage/database.ts';
import { type Arguments, prepared } from '../storage/prepared.ts';
import { messagesSeenBy, toJoinedMessage } from './rows.ts';

/** Oldest first; one more than a page shows whether more follow. */
function changesFor(db: ReadModels, audienceId: number | RawBuilder<number>, after: RawBuilder<string>) {
  return db
    .selectFrom('messages.changes')
    .select(['position as at', 'kind', 'message_id', 'reader_id', 'peer_id', 'up_to', 'member_id'])
    .select(['muted_until', 'is_marked'])
    .where('audience_id', '=', audienceId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limits.changesPageSize + 1);
}

/** Whether the model is being filled from another engine's log, whose positions mean nothing here. */
const isMoving = sql<boolean>`next.engine <> reached.engine`;

const placeOfMessage = sql<string>`
  case change.kind when 'message' then change.at when 'restored' then change.up_to end`;

/** Checkpoint, changes and messages in one statement, so that they are consistent. */
const selectChanges = prepared((db, given: Arguments<{ readonly memberId: number; after: string }>) => {
  const [memberId, after] = [given.of('memberId'), given.of('after')];
  const mine = changesFor(db, memberId, after).as('mine');
  const everyones = changesFor(db, everyone, after).as('everyones');
  const changes = db
    .selectFrom(mine)
    .selectAll()
    .unionAll(db.selectFrom(everyones).selectAll())
    .orderBy('at')
    .limit(limits.changesPageSize + 1)
    .as('change');
  return db
    .selectFrom('projections.checkpoints as reached')
    .leftJoin('projections.checkpoints as next', (join) => join.on('next.model', '=', 'messages_next'))
    .leftJoin(changes, (join) => join.onTrue())
    .leftJoinLateral(
      messagesSeenBy(db, memberId).where('m.position', '=', placeOfMessage).as('message'),
      (join) => join.onTrue(),
    )
    .selectAll(['change', 'message'])
    .select(['reached.position as reached', isMoving.as('isMoving'), incarnationIn('reached')])
    .where('reached.model', '=', 'messages')
    .orderBy('change.at');
});

type ChangeRow = Awaited<ReturnType<typeof selectChanges>>[number];

/** Null for obsolete changes, such as a message deleted since. */
function toFrame(row: ChangeRow): ChangeFrame | null {
  const { at: position, kind } = row;
  if (position === null) return null;
  if (kind === 'message' || kind === 'restored') return messageFrame(row, kind, position);
  if (kind === 'deleted') {
    return row.message_id === null ? null : { type: 'message_deleted', id: row.message_id, position };
  }
  if (kind === 'blocked' || kind === 'unblocked') {
    const { member_id: memberId } = row;
    const isBlocked = kind === 'blocked';
    return memberId === null ? null : { type: 'contact_changed', memberId, isBlocked, position };
  }
  if (kind === 'member_deleted') {
    return row.member_id === null ? null : { type: 'member_deleted', userId: row.member_id, position };
  }
  if (kind === 'muted') return { ...changed(row.peer_id, position), mutedUntil: row.muted_until };
  if (kind === 'marked') return { ...changed(row.peer_id, position), isMarkedUnread: row.is_marked === true };
  if (kind === 'accepted') return { ...changed(row.peer_id, position), isRequest: false };
  const { reader_id: readerId, peer_id: peerId, up_to: upTo } = row;
  if (readerId === null || upTo === null) return null;
  if (kind === 'request_deleted') return { ...changed(peerId, position), deletedUpTo: upTo };
  return { type: 'messages_read', readerId, peerId, upTo, position };
}

const changed = (peerId: number | null, position: string) =>
  ({ type: 'conversation_changed', peerId, position }) as const;

function messageFrame(row: ChangeRow, kind: 'message' | 'restored', position: string): ChangeFrame | null {
  const message = toJoinedMessage(row);
  if (message === null) return null;
  if (kind === 'restored') return { type: 'message_restored', message, position };
  return { type: message.isGlobal ? 'new_global_message' : 'new_message', message, position };
}

type Page = Pick<Changes, 'changes' | 'position' | 'more'>;

async function changesAfter({ db, memberId, incarnation }: Reader, after: string): Promise<Page | null> {
  const rows = await selectChanges(db, { memberId, after });
  const [first] = rows;
  const isOfThisLog = (first?.incarnation ?? incarnation) === incarnation;
  if (first?.isMoving === true || !isOfThisLog) {
    throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: movingRetrySeconds });
  }
  const page = rows.filter(({ at }) => at !== null);
  const more = page.length > limits.changesPageSize;
  const shown = page.slice(0, limits.changesPageSize);
  const reached = (more ? shown.at(-1)?.at : first?.reached) ?? after;
  if (BigInt(after) > BigInt(reached)) return null;
  return { changes: shown.map(toFrame).filter((frame) => frame !== null), position: reached, more };
}

/** Retry-After while the read model is filled from another engine's log, or from one that was restored. */
const movingRetrySeconds = 5;
/** Retry-After while the read model lags. */
const laggingRetrySeconds = 1;

interface Reader {
  readonly db: ReadModels;
  readonly memberId: number;
  /** Of the log now. */
  readonly incarnation: string;
}

interface Beyond {
  readonly caughtUp: () => Promise<unknown>;
  readonly logHead: () => Promise<bigint>;
}

/**
 * Frames that a member missed after a position.
 *
 * A position beyond the read model was usually just seen on a socket. One beyond the log's end is of another log: the
 * answer then restarts at the first event, which its smaller position signals. Clients then drop everything, so only
 * the log itself may decide that.
 * @throws ProblemError `unavailable` while the read model lags, or moves to another or a restored log
 */
export async function findChanges(
  reader: Reader,
  after: string,
  { caughtUp, logHead }: Beyond,
): Promise<Page> {
  const found = await changesAfter(reader, after);
  if (found !== null) return found;
  await caughtUp();
  const later = await changesAfter(reader, after);
  if (later !== null) return later;
  const isOfAnotherLog = BigInt(after) > (await logHead());
  const fromStart = isOfAnotherLog ? await changesAfter(reader, '0') : null;
  if (fromStart !== null) return fromStart;
  throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: laggingRetrySeconds });
}
