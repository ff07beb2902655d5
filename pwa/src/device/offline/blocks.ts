import { type BlockedMember, type Contact, refusalsInApp } from '@pmcw/contracts';
import { dequal } from 'dequal/lite';
import {
  afterAnswer,
  afterChoice,
  afterReport,
  isShownBlocked,
  neverBlocked,
  type StoredBlock,
  withMarks,
} from './blockState.ts';
import { conversationOf, deriveConversation } from './conversations.ts';
import type { MemberDatabase, StoredMember } from './database.ts';
import { conversationKey, orderOf } from './keys.ts';
import { refuseMessage } from './outbox/claims.ts';
import { isStillIn } from './step.ts';

/**
 * Transactions about blocked members. Their conversation is hidden by its own row, so that the list needs no filter;
 * unsent messages to them stay, as refused.
 */

export async function isBlocked(db: MemberDatabase, memberId: number): Promise<boolean> {
  return (await db.blocks.get(memberId))?.shown === 1;
}

export const blockedIds = async (db: MemberDatabase): Promise<ReadonlySet<number>> =>
  new Set(await db.blocks.where('shown').equals(1).primaryKeys());

/** A report of the server, by a change or in an answer. Call it inside a transaction. */
export async function reportContact(db: MemberDatabase, contact: Contact): Promise<void> {
  await change(db, contact.memberId, (block) => afterReport(block, contact));
  const isUnknown = contact.isBlocked && (await db.members.get(contact.memberId)) === undefined;
  // The list of blocked members has the name.
  if (isUnknown) await db.sync.update('cursor', { knowsBlocks: false });
}

/** The owner's choice, shown at once. @param now ISO 8601 */
export function chooseContact(
  db: MemberDatabase,
  member: StoredMember,
  wanted: boolean,
  now: string,
): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    await db.members.put(member);
    await change(db, member.id, (block) => afterChoice(block, wanted, now));
  });
}

/** Before a block is sent, whose answer may get lost. */
export async function noteSending(db: MemberDatabase, memberId: number): Promise<void> {
  await db.blocks.update(memberId, { isUnclear: true });
}

/** @param answer null if the server refused the choice for good */
export function settleContact(
  db: MemberDatabase,
  memberId: number,
  told: boolean,
  answer: Contact | null,
): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    await change(db, memberId, (block) => afterAnswer(block, told, answer));
  });
}

/** In a transaction, so that the list of conversations need not wait for long. */
const blocksAtOnce = 10;

interface Place {
  readonly position: string;
  readonly incarnation?: string | undefined;
}

/**
 * The whole list, as the server had it at or after the cursor. A block of another device that ended before is gone from
 * it; later changes follow.
 */
export async function applyBlocked(
  db: MemberDatabase,
  listed: readonly BlockedMember[],
  cursor: Place,
): Promise<void> {
  for (let done = 0; done < listed.length; done += blocksAtOnce)
    await applyListed(db, listed.slice(done, done + blocksAtOnce), cursor);
  await endUnlisted(db, listed, cursor);
}

function applyListed(db: MemberDatabase, listed: readonly BlockedMember[], cursor: Place): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    if (!(await isStillIn(db, cursor.incarnation))) return;
    await db.members.bulkPut(
      listed.map(({ memberId: id, username, fullName, avatarUrl }) => ({
        id,
        username,
        fullName,
        avatarUrl,
      })),
    );
    for (const { memberId, position, since } of listed)
      await change(db, memberId, (block) => ({
        ...afterReport(block, { memberId, isBlocked: true, position }),
        since: block.wanted === null ? since : block.since,
      }));
  });
}

function endUnlisted(db: MemberDatabase, listed: readonly BlockedMember[], cursor: Place): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    if (!(await isStillIn(db, cursor.incarnation))) return;
    const ids = new Set(listed.map(({ memberId }) => memberId));
    const missing = await db.blocks
      .filter(({ memberId, isBlocked: was }) => was && !ids.has(memberId))
      .toArray();
    for (const { memberId, position } of missing) {
      if (orderOf(position) > orderOf(cursor.position)) continue;
      await change(db, memberId, (block) =>
        afterReport(block, { memberId, isBlocked: false, position: cursor.position }),
      );
    }
    await db.sync.update('cursor', { knowsBlocks: true });
  });
}

/** Positions of another log mean nothing: only blocks that the server lacks stay. Call it inside a transaction. */
export async function forgetReports(db: MemberDatabase): Promise<void> {
  const wanted = await db.blocks.where('untold').equals(1).toArray();
  await db.blocks.clear();
  for (const { memberId, since, wanted: isWanted } of wanted)
    if (isWanted === true) await change(db, memberId, (block) => afterChoice(block, true, since));
}

async function change(
  db: MemberDatabase,
  memberId: number,
  next: (block: StoredBlock) => StoredBlock,
): Promise<void> {
  const before = await db.blocks.get(memberId);
  const after = withMarks(next(before ?? neverBlocked(memberId)));
  if (dequal(before, after)) return;
  await db.blocks.put(after);
  const isNow = isShownBlocked(after);
  if (isNow === (before?.shown === 1)) return;
  await hide(db, memberId, isNow);
  if (isNow) await parkMessages(db, memberId);
}

async function hide(db: MemberDatabase, memberId: number, isHidden: boolean): Promise<void> {
  const { isBlocked: _, ...conversation } = await conversationOf(db, conversationKey(memberId));
  const row = isHidden ? { ...conversation, isBlocked: true as const } : conversation;
  const derived = await deriveConversation(db, row);
  const isBegun = derived.lastMessage !== null || derived.history !== null;
  if (isHidden || isBegun) await db.conversations.put(derived);
  else await db.conversations.delete(derived.key);
}

async function parkMessages(db: MemberDatabase, memberId: number): Promise<void> {
  const lane = db.outbox.where('lane').equals(conversationKey(memberId));
  for (const row of await lane.filter(({ task }) => task === 'send').toArray())
    await refuseMessage(db, row, 'member_blocked', refusalsInApp.memberBlocked);
}
