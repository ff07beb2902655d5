import { sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';

const isReported = sql<boolean>`exists (
  select from moderation.cases c where c.case_id = 'message-' || m.message_id)`;

/**
 * By anyone in the global chat, else by sender and receiver, and by administrators once one of those reported it; never
 * by suspended members.
 */
export async function mayHear(db: ReadModels, memberId: number, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('messages.messages as m')
    .innerJoin('accounts.accounts as a', (join) => join.on('a.member_id', '=', memberId))
    .select(sql`1`.as('one'))
    .where('m.voice_hash', '=', hash)
    .where('a.is_suspended', '=', false)
    .where((eb) =>
      eb.or([
        eb('m.receiver_id', 'is', null),
        eb('m.receiver_id', '=', memberId),
        eb('m.sender_id', '=', memberId),
        eb.and([eb('a.is_admin', '=', true), isReported]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
