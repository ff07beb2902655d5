import type { ListedDraft, SyncedDraft } from '@pmcw/contracts';
import type { ReadModels } from '../storage/database.ts';

/** Adds the members of the conversations. */
export async function withMembers(db: ReadModels, drafts: readonly SyncedDraft[]): Promise<ListedDraft[]> {
  const ids = drafts.map(({ conversation }) => Number(conversation)).filter(Number.isInteger);
  if (ids.length === 0) return drafts.map((draft) => ({ ...draft, member: null }));
  const cards = await db
    .selectFrom('messages.members')
    .select(['member_id as id', 'username', 'full_name as fullName', 'avatar_url as avatarUrl'])
    .where('member_id', 'in', ids)
    .execute();
  const byId = new Map(cards.map(({ id, ...card }) => [String(id), card]));
  return drafts.map((draft) => ({ ...draft, member: byId.get(draft.conversation) ?? null }));
}
