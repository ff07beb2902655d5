import { sql } from 'kysely';
import type { ReadModels } from '../../storage/database.ts';

/** Messages in memory at a time. */
const runLength = 500;

/** Where in the log the next messages are that the member and others wrote to each other alone: of each the member was told. */
const privateOnes = (db: ReadModels, memberId: number, after: string) =>
  db
    .selectFrom('messages.changes')
    .select('position')
    .where('audience_id', '=', memberId)
    .where('kind', '=', 'message')
    .where('position', '>', after)
    .orderBy('position')
    .limit(runLength)
    .execute();

/**
 * Where in the log the next messages are that the member wrote to everyone. Ordered by what is no column, so that the index
 * of senders is looked into, and Postgres does not walk past all that others have written since.
 */
const globalOnes = (db: ReadModels, memberId: number, after: string) =>
  db
    .selectFrom('messages.messages')
    .select('position')
    .where('receiver_id', 'is', null)
    .where('sender_id', '=', memberId)
    .where('position', '>', after)
    .orderBy(sql`position + 0`)
    .limit(runLength)
    .execute();

/** The messages at these places, of this member's own in any case. */
function messagesAt(db: ReadModels, memberId: number, positions: readonly string[], which: 'all' | 'voice') {
  const found = db
    .selectFrom('messages.messages as m')
    .innerJoin('messages.members as s', 's.member_id', 'm.sender_id')
    .leftJoin('messages.members as r', 'r.member_id', 'm.receiver_id')
    .select(['m.position', 'm.message_id as id', 'm.created_at as createdAt'])
    .select(['m.sender_id as senderId', 's.username as sender'])
    .select(['m.receiver_id as receiverId', 'r.username as receiver'])
    .select(['m.content', 'm.message_type as messageType'])
    .select(['m.voice_hash as voiceHash', 'm.voice_seconds as voiceSeconds'])
    .where(sql<boolean>`m.position = any(${[...positions]}::bigint[])`)
    .where((eb) => eb.or([eb('m.sender_id', '=', memberId), eb('m.receiver_id', '=', memberId)]))
    .orderBy('m.position');
  return (which === 'all' ? found : found.where('m.voice_hash', 'is not', null)).execute();
}

/** A message of one's own, as it is stored. */
export type OwnMessage = Awaited<ReturnType<typeof messagesAt>>[number];

/**
 * All that a member wrote or was written to alone, then all that they wrote to everyone, each in the order of the log; a
 * run is looked up when the one before has left.
 */
export async function* ownMessages(
  db: ReadModels,
  memberId: number,
  which: 'all' | 'voice',
): AsyncGenerator<readonly OwnMessage[]> {
  for (const nextOf of [privateOnes, globalOnes]) {
    for (let after = '0'; ; ) {
      const next = (await nextOf(db, memberId, after)).map(({ position }) => position);
      const last = next.at(-1);
      if (last === undefined) break;
      yield await messagesAt(db, memberId, next, which);
      after = last;
    }
  }
}
