import { ApiError, isUnreachableError, NetworkError } from '../../../base/api/errors.ts';
import { repeated } from '../../../base/api/repeated.ts';
import { applyConversations } from '../../../device/offline/apply.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { type ConversationKey, conversationKey } from '../../../device/offline/keys.ts';
import * as api from './api.ts';

const isBusy = (error: unknown): boolean => error instanceof ApiError && isUnreachableError(error);

/**
 * Looks on the device first. Asks a busy server again, until the signal is aborted.
 * @throws ApiError, NetworkError, UnreadableAnswerError
 */
export async function findConversation(
  db: MemberDatabase,
  username: string,
  signal: AbortSignal,
): Promise<ConversationKey> {
  const known = await db.members.where('username').equalsIgnoreCase(username).first();
  const key = known === undefined ? null : conversationKey(known.id);
  if (key !== null && (await db.conversations.get(key)) !== undefined) return key;
  const find = () => api.fetchConversation(username);
  const conversation = await repeated(find, isBusy, signal).catch((error: unknown) => {
    // A known member can be written to offline, too.
    if (known === undefined || known.id === db.owner.id || !(error instanceof NetworkError)) throw error;
    const { id: userId, fullName, avatarUrl } = known;
    const peer = { userId, username: known.username, fullName, avatarUrl };
    return { ...peer, unreadCount: 0, lastMessage: null, readUpTo: '0' };
  });
  await applyConversations(db, [conversation]);
  return conversationKey(conversation.userId);
}
