import { excerpt } from '@pmcw/contracts';
import { blockedIds } from '../../../device/offline/blocks.ts';
import { unknownConversation } from '../../../device/offline/conversations.ts';
import type { MemberDatabase, StoredConversation } from '../../../device/offline/database.ts';
import { type ConversationKey, isConversationKey, isPending, peerOf } from '../../../device/offline/keys.ts';
import { isShownRequest } from '../../../device/offline/listing.ts';
import { type ChosenSettings, shownSettings } from '../../../device/offline/settings.ts';

/** In characters; more than a row has room for. */
const shownOfDraft = 120;

/** `member` is null for the global chat, and while the device does not know them. */
export interface ConversationView
  extends Pick<StoredConversation, 'key' | 'member' | 'unreadCount' | 'lastMessage' | 'lastSender'>,
    ChosenSettings {
  /** From a stranger, and not accepted. */
  readonly isRequest: boolean;
  /** Null when the server has the last message. */
  readonly unsent: 'waiting' | 'failed' | null;
  /** The start of an unsent text; null without one. */
  readonly draft: string | null;
}

/** Indexes of the lists. */
export type ListName = 'place' | 'request';

export interface ConversationList {
  readonly list: ListName;
  readonly global: ConversationView;
  /** The newest ones. */
  readonly withMembers: readonly ConversationView[];
  /** Of all conversations with members. */
  readonly total: number;
  readonly requests: number;
}

export const tablesOfList = ({
  conversations,
  outbox,
  drafts,
  draftAsides,
  recordings,
  members,
  blocks,
}: MemberDatabase) => [conversations, outbox, drafts, draftAsides, recordings, members, blocks];

/** Rows of the list, in its order. */
interface Rows extends Pick<ConversationList, 'total' | 'requests'> {
  readonly global: StoredConversation;
  readonly placed: readonly StoredConversation[];
}

/** Contents of composers on this device. */
interface Composed {
  /** Conversations with members that have any. */
  readonly begun: readonly ConversationKey[];
  readonly drafts: ReadonlyMap<ConversationKey, string>;
}

interface Parts {
  readonly rows: Rows;
  readonly composed: Composed;
  /** Ids of refused messages. */
  readonly failed: ReadonlySet<string>;
  readonly blocked: ReadonlySet<number>;
}

/**
 * Returns a function that reads the list in one transaction: at first all of it, then the parts of tables that changed.
 * @param most conversations with members, except those with nothing but a draft
 */
export function listReader(
  db: MemberDatabase,
  list: ListName,
  most: number,
): (changed: ReadonlySet<string>) => Promise<ConversationList> {
  let known: Parts | null = null;
  let database: IDBDatabase | null = null;
  return (changed) =>
    db.transaction('r', tablesOfList(db), async () => {
      // Another one is opened after the browser has removed it, which reports no changes.
      const before = database === db.backendDB() ? known : null;
      database = db.backendDB();
      known = null;
      const isStale = (...tables: readonly { readonly name: string }[]) =>
        tables.some(({ name }) => changed.has(name));
      const [rows, composed, failed, blocked] = await Promise.all([
        before === null || isStale(db.conversations) ? readRows(db, list, most) : before.rows,
        before === null || isStale(db.drafts, db.draftAsides, db.recordings)
          ? readComposed(db)
          : before.composed,
        before === null || isStale(db.outbox) ? readFailed(db) : before.failed,
        before === null || isStale(db.blocks) ? blockedIds(db) : before.blocked,
      ]);
      const parts = { rows, composed, failed, blocked };
      const unlisted = list === 'place' ? await readUnlisted(db, parts) : [];
      known = parts;
      return listOf(list, parts, unlisted);
    });
}

async function readRows({ conversations }: MemberDatabase, list: ListName, most: number): Promise<Rows> {
  const [global = unknownConversation('global'), placed, requests] = await Promise.all([
    conversations.get('global'),
    conversations.orderBy(list).limit(most).toArray(),
    conversations.orderBy('request').count(),
  ]);
  const total = placed.length < most ? placed.length : await conversations.orderBy(list).count();
  return { global, placed, total, requests };
}

export async function readComposed({ drafts, draftAsides, recordings }: MemberDatabase): Promise<Composed> {
  const [written, ...others] = await Promise.all([
    drafts.toArray(),
    draftAsides.toCollection().primaryKeys(),
    recordings.where('id').startsWith('member:').primaryKeys(),
  ]);
  const keys = [...written.map(({ conversation }) => conversation), ...others.flat()];
  return {
    begun: [...new Set(keys.filter(isConversationKey))].filter((key) => peerOf(key) !== null),
    drafts: new Map(written.map(({ conversation, text }) => [conversation, text])),
  };
}

async function readFailed({ outbox }: MemberDatabase): Promise<ReadonlySet<string>> {
  const failed = await outbox.where('delivery.state').equals('failed').toArray();
  return new Set(failed.map(({ id }) => id));
}

async function readUnlisted(
  db: MemberDatabase,
  { rows: { placed }, composed: { begun } }: Parts,
): Promise<readonly StoredConversation[]> {
  const listed = new Set(placed.map(({ key }) => key));
  const others = begun.filter((key) => !listed.has(key));
  const stored = await db.conversations.bulkGet(others);
  const unlisted = others.filter((_, i) => {
    const row = stored[i];
    return row?.place === undefined && row?.request === undefined && row?.isBlocked !== true;
  });
  return Promise.all(unlisted.map((key) => unlistedConversation(db, key)));
}

/** One whose draft outlived its row in the list: the browser removed that, or a logout kept only the draft. */
export async function unlistedConversation(
  db: MemberDatabase,
  key: ConversationKey,
): Promise<StoredConversation> {
  return { ...unknownConversation(key), member: (await db.members.get(peerOf(key) ?? 0)) ?? null };
}

function listOf(
  list: ListName,
  { rows, composed, failed, blocked }: Parts,
  unlisted: readonly StoredConversation[],
): ConversationList {
  const viewOf = (conversation: StoredConversation): ConversationView => {
    const { key, member, unreadCount, lastMessage, lastSender } = conversation;
    const isUnsent = lastMessage !== null && isPending(lastMessage.order);
    const unsent = isUnsent ? (failed.has(lastMessage.id) ? 'failed' : 'waiting') : null;
    const draft = excerpt(composed.drafts.get(key) ?? '', shownOfDraft) || null;
    const isRequest = isShownRequest(conversation);
    const settings = shownSettings(conversation);
    return { key, member, unreadCount, lastMessage, lastSender, unsent, draft, isRequest, ...settings };
  };
  const global = viewOf(rows.global);
  const isLastHidden = blocked.has(global.lastMessage?.senderId ?? 0);
  return {
    list,
    global: isLastHidden ? { ...global, lastMessage: null } : global,
    withMembers: [...unlisted, ...rows.placed].map(viewOf),
    total: unlisted.length + rows.total,
    requests: rows.requests,
  };
}
