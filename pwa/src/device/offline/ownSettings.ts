import type { ConversationSettings, StoredSettings } from '@pmcw/contracts';
import type { MemberDatabase } from './database.ts';
import { type ConversationKey, laterOrder, orderOf, positionOf } from './keys.ts';
import type { SettingsWish } from './settings.ts';
import { Step } from './step.ts';

interface SettingsAt {
  readonly mutedUntil?: ConversationSettings['mutedUntil'] | undefined;
  readonly isMarkedUnread?: boolean | undefined;
  readonly position: string;
}

/** The later position wins. */
export function applySettings(step: Step, key: ConversationKey, change: SettingsAt): void {
  const at = orderOf(change.position);
  const { mute, unreadMark } = step.read(key).settings;
  const { mutedUntil, isMarkedUnread } = change;
  step.set(key, {
    settings: {
      mute: mutedUntil !== undefined && at > mute.at ? { until: mutedUntil, at } : mute,
      unreadMark:
        isMarkedUnread !== undefined && at > unreadMark.at ? { isSet: isMarkedUnread, at } : unreadMark,
    },
  });
}

/** Shown at once, and sent by `ReadMarks`. */
export async function wishSettings(
  db: MemberDatabase,
  key: ConversationKey,
  change: Partial<ConversationSettings>,
): Promise<void> {
  const cursor = await db.sync.get('cursor');
  const reached = orderOf(cursor?.position ?? '0');
  await Step.run(db, { messageIds: [], conversations: [key] }, (step) => {
    const { wish, readUpTo } = step.read(key);
    const knownUpTo = positionOf(laterOrder(reached, readUpTo));
    step.set(key, { wish: { ...wish, ...change, knownUpTo } });
  });
}

/** @param answer null if the server refused the wish for good */
export async function settleWish(
  db: MemberDatabase,
  key: ConversationKey,
  sent: SettingsWish,
  answer: StoredSettings | null,
): Promise<void> {
  await Step.run(db, { messageIds: [], conversations: [key] }, (step) => {
    if (answer !== null) applySettings(step, key, answer);
    const { wish } = step.read(key);
    step.set(key, { wish: wish === null ? null : restOf(wish, sent) });
  });
}

/** Later changes of the owner; null if there are none. */
function restOf(wish: SettingsWish, sent: SettingsWish): SettingsWish | null {
  const { mutedUntil, isMarkedUnread, knownUpTo } = wish;
  const rest = {
    ...(mutedUntil !== undefined && mutedUntil !== sent.mutedUntil && { mutedUntil }),
    ...(isMarkedUnread !== undefined && isMarkedUnread !== sent.isMarkedUnread && { isMarkedUnread }),
  };
  return Object.keys(rest).length === 0 ? null : { ...rest, knownUpTo };
}
