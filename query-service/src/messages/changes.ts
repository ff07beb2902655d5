import { type ChangeFrame, type Changes, limits } from '@pmcw/contracts';
import { everyone } from '@pmcw/projections/tables';
import { sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';
import { messagesSeenBy, toJoinedMessage } from './rows.ts';

/** What happened for one audience after a position, oldest first; one more than a page, to tell whether more follows. */
function changesFor(db: ReadModels, audienceId: number, after: string) {
  return db
    .selectFrom('messages.changes')
    .select(['position as at', 'kind', 'message_id', 'reader_id', 'peer_id', 'up_to'])
    .where('audience_id', '=', audienceId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limits.changesPageSize + 1);
}

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
    .leftJoin(changes, (join) => join.onTrue())
    .leftJoinLateral(
      messagesSeenBy(db, memberId)
        .where('m.position', '=', sql<string>`change.at`)
        .where(sql<boolean>`change.kind = 'message'`)
        .as('message'),
      (join) => join.onTrue(),
    )
    .selectAll(['change', 'message'])
    .select('reached.position as reached')
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

/**
 * What a member missed after a position: a page of the frames that a socket would have brought, and how far this
 * answer has looked, so that the next question goes on from there even when nothing was for this member.
 */
export async function findChanges(db: ReadModels, memberId: number, after: string): Promise<Changes> {
  const rows = await selectChanges(db, memberId, after);
  const page = rows.filter(({ at }) => at !== null);
  const more = page.length > limits.changesPageSize;
  const shown = page.slice(0, limits.changesPageSize);
  const reached = (more ? shown.at(-1)?.at : rows[0]?.reached) ?? after;
  return {
    changes: shown.map(toFrame).filter((frame) => frame !== null),
    // Never back: who already has more than the read model keeps it.
    position: BigInt(reached) > BigInt(after) ? reached : after,
    more,
  };
}
