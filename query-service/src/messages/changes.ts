import { type ChangeFrame, type Changes, limits, ProblemError, texts } from '@pmcw/contracts';
import { everyone } from '@pmcw/projections/tables';
import { sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';
import { messagesSeenBy, toJoinedMessage } from './rows.ts';

/** What happened for one audience after a position, oldest first; one more than a page, to tell whether more follows. */
function changesFor(db: ReadModels, audienceId: number, after: string) {
  return db
    .selectFrom('messages.changes')
    .select(['position as at', 'kind', 'message_id', 'reader_id', 'peer_id', 'up_to', 'member_id'])
    .where('audience_id', '=', audienceId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limits.changesPageSize + 1);
}

/** Whether the model is just being filled from the log of another engine, whose positions mean nothing here. */
const isMoving = sql<boolean>`next.engine <> reached.engine`;

/** The checkpoint and, beside it, the changes with their messages: one statement, so that both are of one moment. */
async function selectChanges(db: ReadModels, memberId: number, after: string) {
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
      messagesSeenBy(db, memberId)
        .where('m.position', '=', sql<string>`change.at`)
        .where(sql<boolean>`change.kind = 'message'`)
        .as('message'),
      (join) => join.onTrue(),
    )
    .selectAll(['change', 'message'])
    .select(['reached.position as reached', isMoving.as('isMoving')])
    .where('reached.model', '=', 'messages')
    .orderBy('change.at')
    .execute();
}

type ChangeRow = Awaited<ReturnType<typeof selectChanges>>[number];

/** The frame that tells a change; null for one that no longer matters, such as a message deleted since. */
function toFrame(row: ChangeRow): ChangeFrame | null {
  const { at: position, kind } = row;
  if (position === null) return null;
  if (kind === 'message') return messageFrame(row);
  if (kind === 'deleted') {
    return row.message_id === null ? null : { type: 'message_deleted', id: row.message_id, position };
  }
  if (kind === 'member_deleted') {
    return row.member_id === null ? null : { type: 'member_deleted', userId: row.member_id, position };
  }
  const { reader_id: readerId, peer_id: peerId, up_to: upTo } = row;
  if (readerId === null || upTo === null) return null;
  return { type: 'messages_read', readerId, peerId, upTo, position };
}

function messageFrame(row: ChangeRow): ChangeFrame | null {
  const message = toJoinedMessage(row);
  if (message === null) return null;
  return {
    type: message.isGlobal ? 'new_global_message' : 'new_message',
    message,
    position: message.position,
  };
}

/** A page of changes; null when the position lies beyond all that the read model has. */
async function changesAfter(db: ReadModels, memberId: number, after: string): Promise<Changes | null> {
  const rows = await selectChanges(db, memberId, after);
  const [first] = rows;
  if (first?.isMoving === true) {
    throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: movingRetrySeconds });
  }
  const page = rows.filter(({ at }) => at !== null);
  const more = page.length > limits.changesPageSize;
  const shown = page.slice(0, limits.changesPageSize);
  const reached = (more ? shown.at(-1)?.at : first?.reached) ?? after;
  if (BigInt(after) > BigInt(reached)) return null;
  return { changes: shown.map(toFrame).filter((frame) => frame !== null), position: reached, more };
}

/** When to come again while the read model is filled from the log of another engine, in seconds. */
const movingRetrySeconds = 5;
/** When to come again while it lags behind, in seconds. */
const laggingRetrySeconds = 1;

/** What is asked about a position beyond the read model. */
interface Beyond {
  /** Waits a while until the read model has reached it. */
  readonly caughtUp: () => Promise<unknown>;
  /** Where the log ends at this moment. */
  readonly logHead: () => Promise<bigint>;
}

/**
 * What a member missed after a position: a page of the frames that a socket would have brought, and how far this
 * answer has looked, so that the next question goes on from there even when nothing was for this member.
 *
 * A position beyond the read model was mostly seen on a socket a moment ago. One that even the end of the log doesn't
 * reach is of a log that is no more (it was restored, or moved from another engine): the answer then begins anew, at
 * the beginning of the log, and its position tells by being smaller than the one that was asked for. Only the log itself can
 * say so, for devices forget everything then.
 * @throws ProblemError `unavailable` while the read model lags behind, or is moved from one engine's log to another's
 */
export async function findChanges(
  db: ReadModels,
  memberId: number,
  after: string,
  { caughtUp, logHead }: Beyond,
): Promise<Changes> {
  const found = await changesAfter(db, memberId, after);
  if (found !== null) return found;
  await caughtUp();
  const later = await changesAfter(db, memberId, after);
  if (later !== null) return later;
  const isOfAnotherLog = BigInt(after) > (await logHead());
  const anew = isOfAnotherLog ? await changesAfter(db, memberId, '0') : null;
  if (anew !== null) return anew;
  throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: laggingRetrySeconds });
}
