import { useEffect, useState } from 'react';
import { unknownConversation } from '../../../device/offline/conversations.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { isPeerDeleted } from '../../../device/offline/deletedMembers.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { isClaim } from '../../../device/offline/outbox/claims.ts';
import { readStored, useStored } from '../../../device/offline/useStored.ts';
import { watch } from '../../../device/offline/watch.ts';
import {
  type ConversationList,
  type ConversationView,
  type ListName,
  listReader,
  readComposed,
  tablesOfList,
  unlistedConversation,
} from './conversationList.ts';

/** Between two readings. */
const pauseMs = 50;

/**
 * The list, newest message first, with the global chat apart; undefined until it is read.
 * @param most conversations with members, except those with nothing but a draft
 */
export function useConversations(
  db: MemberDatabase,
  list: ListName,
  most: number,
): ConversationList | undefined {
  const [stored, setStored] = useState<ConversationList>();
  // A live query gives up a reading when something changes, so a burst of changes would keep the list off the screen.
  useEffect(() => {
    const readList = listReader(db, list, most);
    return watch({
      ...{ db, tables: tablesOfList(db), pauseMs, onValue: setStored },
      read: (changed) => readStored(() => readList(changed)),
      ignores: (parts) => isClaim(db, parts),
      onError: (error) => console.error('The conversations on this device could not be read', error),
    });
  }, [db, list, most]);
  return stored;
}

export type OpenConversation = Pick<ConversationView, 'key' | 'member'>;

/**
 * Undefined until it is read. `missing`: the device does not have it, or lost it; `gone`: it was deleted together with
 * its member.
 */
export function useConversation(
  db: MemberDatabase,
  key: ConversationKey | null,
): OpenConversation | 'missing' | 'gone' | undefined {
  return useStored(async () => {
    if (key === 'global') return unknownConversation(key);
    if (key === null) return 'missing';
    const stored = await db.conversations.get(key);
    if (stored?.place !== undefined || stored?.isBlocked === true || stored?.isRequest === true)
      return stored;
    if (await isPeerDeleted(db, key)) return 'gone';
    return (await readComposed(db)).begun.includes(key) ? unlistedConversation(db, key) : 'missing';
  }, [db, key]);
}
