import type {
  MemberDatabase,
  StoredConversation,
  StoredMember,
  StoredMessage,
} from '../../../device/offline/database.ts';
import { type ConversationKey, isPending, peerOf } from '../../../device/offline/keys.ts';
import { useStored } from '../../../device/offline/useStored.ts';

/** `member` is null for the global chat, and if the device does not know them (yet). */
export interface ConversationView {
  readonly key: ConversationKey;
  readonly member: StoredMember | null;
  readonly unreadCount: number;
  readonly lastMessage: StoredMessage | null;
  readonly lastSender: StoredMember | null;
  /** Null when the server has the last message. */
  readonly unsent: 'waiting' | 'failed' | null;
}

/** Newest message first, with the global chat apart; undefined until they are read. */
export function useConversations(
  db: MemberDatabase,
): { readonly global: ConversationView; readonly withMembers: readonly ConversationView[] } | undefined {
  return useStored(async () => {
    const stored = await db.conversations.toArray();
    const memberIds = stored.flatMap(({ key, lastMessage }) => [peerOf(key), lastMessage?.senderId ?? null]);
    const ids = [...new Set(memberIds)].filter((id) => id !== null);
    const members = new Map(
      (await db.members.bulkGet(ids)).flatMap((member) => (member ? [[member.id, member]] : [])),
    );
    const failed = await db.outbox.where('delivery.state').equals('failed').toArray();
    const failedIds = new Set(failed.map(({ id }) => id));
    const views = stored.map((conversation) => viewOf(conversation, members, failedIds));
    const global = views.find(({ key }) => key === 'global') ?? emptyView('global');
    // Without a name only if it holds something that exists only here; the server's list brings the name.
    const withMembers = views
      .filter(({ key, member, unsent }) => key !== 'global' && (member !== null || unsent !== null))
      .sort(newestFirst);
    return { global, withMembers };
  }, [db]);
}

function viewOf(
  { key, unreadCount, lastMessage }: StoredConversation,
  members: ReadonlyMap<number, StoredMember>,
  failedIds: ReadonlySet<string>,
): ConversationView {
  const peerId = peerOf(key);
  const isUnsent = lastMessage !== null && isPending(lastMessage.order);
  return {
    key,
    member: peerId === null ? null : (members.get(peerId) ?? null),
    unreadCount,
    lastMessage,
    lastSender: lastMessage === null ? null : (members.get(lastMessage.senderId) ?? null),
    unsent: isUnsent ? (failedIds.has(lastMessage.id) ? 'failed' : 'waiting') : null,
  };
}

function emptyView(key: ConversationKey): ConversationView {
  return { key, member: null, unreadCount: 0, lastMessage: null, lastSender: null, unsent: null };
}

function newestFirst(a: ConversationView, b: ConversationView): number {
  const [left, right] = [a.lastMessage?.order ?? '', b.lastMessage?.order ?? ''];
  return left === right ? 0 : left < right ? 1 : -1;
}
