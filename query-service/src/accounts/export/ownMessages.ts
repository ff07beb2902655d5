import { sql } from 'kysely';
import type { ReadModels } from '../../storage/database.ts';

const runLength = 500;

/** Every private message is a change for the member. */
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

/** Not ordered by a column, so that Postgres uses the index of senders instead of scanning all later messages. */
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

export type OwnMessage = Awaited<ReturnType<typeof messagesAt>>[number];

/** Private messages, then global ones, in order of the log; the next run is loaded after the previous one was sent. */
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
