import type { ChangeFrame, StoredSettings } from '@pmcw/contracts';
import type { MemberDatabase } from './database.ts';
import { type ConversationKey, laterOrder, orderOf, positionOf } from './keys.ts';
import type { SettingsChange, SettingsWish } from './settings.ts';
import { Step } from './step.ts';

type SettingsAt = Omit<
  Extract<ChangeFrame, { type: 'conversation_changed' }>,
  'type' | 'peerId' | 'deletedUpTo'
> & {
  readonly deletedUpTo?: string | null | undefined;
};

/** The later position wins; answers to a request only rise. */
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
  answerRequest(step, key, change);
}

function answerRequest(
  step: Step,
  key: ConversationKey,
  { isRequest, deletedUpTo }: Pick<SettingsAt, 'isRequest' | 'deletedUpTo'>,
): void {
  if (isRequest === false) step.set(key, { isRequest: false });
  if (deletedUpTo == null) return;
  const upTo = orderOf(deletedUpTo);
  const known = step.read(key);
  if (upTo <= known.deletedUpTo) return;
  // Deleted messages are not unread, and their sender does not learn of it.
  const [readUpTo, toldUpTo] = [laterOrder(known.readUpTo, upTo), laterOrder(known.toldUpTo, upTo)];
  step.set(key, { deletedUpTo: upTo, readUpTo, toldUpTo });
  step.deleteReceived(key, upTo);
}

/** Shown at once, and sent by `ReadMarks`. */
export async function wishSettings(
  db: MemberDatabase,
  key: ConversationKey,
  change: SettingsChange,
): Promise<void> {
  const cursor = await db.sync.get('cursor');
  const reached = orderOf(cursor?.position ?? '0');
  await Step.run(db, { messageIds: [], conversations: [key] }, (step) => {
    const { wish, readUpTo } = step.read(key);
    const knownUpTo = positionOf(laterOrder(reached, readUpTo));
    step.set(key, { wish: { ...wish, ...change, knownUpTo } });
    answerRequest(step, key, change);
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
  const { mutedUntil, isMarkedUnread, isRequest, deletedUpTo, knownUpTo } = wish;
  const rest = {
    ...(mutedUntil !== undefined && mutedUntil !== sent.mutedUntil && { mutedUntil }),
    ...(isMarkedUnread !== undefined && isMarkedUnread !== sent.isMarkedUnread && { isMarkedUnread }),
    ...(isRequest !== undefined && isRequest !== sent.isRequest && { isRequest }),
    ...(deletedUpTo !== undefined && deletedUpTo !== sent.deletedUpTo && { deletedUpTo }),
  };
  return Object.keys(rest).length === 0 ? null : { ...rest, knownUpTo };
}
