import * as v from 'valibot';
import { keepItem, readItem } from '../../../base/storage/pageStorage.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { outbox } from '../../../base/words/en/messages/outbox.ts';
import { currentWords } from '../../../base/words/words.ts';
import { MemberDatabase } from '../../../device/offline/database.ts';
import { forgetOwner } from '../../../device/offline/forget.ts';
import { forgetAnswers } from '../../../device/offline/kept/answers.ts';
import { keepUnsent } from '../../../device/offline/leaving.ts';
import { forgetReceived } from '../../../device/offline/received.ts';
import { rememberedUser } from '../../../device/offline/rememberedUser.ts';
import { currentMessenger } from '../engine/currentMessenger.ts';
import { sendPendingLogout } from './sendPendingLogout.ts';
import { leavingKey } from './unfinished.ts';

const leavingSchema = v.object({
  id: v.number(),
  createdAt: v.string(),
  keepsUnsent: v.boolean(),
  /** In milliseconds since 1970; content shared later belongs to the next member. */
  at: v.optional(v.number(), Date.now),
});
type Leaving = v.InferOutput<typeof leavingSchema>;
const storedSchema = v.pipe(v.string(), v.parseJson(), leavingSchema);

/**
 * Logs out, then removes the member's data from this device; other tabs close the database automatically. The server
 * may learn of the logout later (`sendPendingLogout.ts`).
 * @param keepsUnsent keeps unsent messages and drafts for the member's next login here
 * @param logout shows its own failures
 * @throws the errors of `logout`
 */
export async function leaveDevice(
  db: MemberDatabase,
  keepsUnsent: boolean,
  logout: () => Promise<void>,
): Promise<void> {
  await logout();
  if (!db.isKept) return messengerHasStopped();
  const { id, createdAt } = db.owner;
  const leaving = { id, createdAt, keepsUnsent, at: Date.now() };
  noteLeaving(leaving);
  await messengerHasStopped();
  await clearDevice(db, leaving);
}

/** Finishes a logout whose tab was closed too soon. */
export async function finishLeaving(): Promise<void> {
  await sendPendingLogout();
  const noted = v.safeParse(storedSchema, readItem(leavingKey));
  // Or the member is signed in again.
  if (!noted.success || rememberedUser()?.id === noted.output.id) return noteLeaving(null);
  const { id, createdAt } = noted.output;
  await clearDevice(new MemberDatabase({ id, createdAt }), noted.output);
}

/** The tab may be closed before the device is cleared; null afterwards. */
function noteLeaving(leaving: Leaving | null): void {
  keepItem(leavingKey, leaving === null ? null : JSON.stringify(leaving));
}

async function clearDevice(db: MemberDatabase, { keepsUnsent, at }: Leaving): Promise<void> {
  try {
    await forgetReceived(at);
    if (keepsUnsent) {
      await keepUnsent(db);
      await forgetAnswers(db.owner);
    } else {
      await forgetOwner(db.owner);
    }
    noteLeaving(null);
  } catch (error) {
    console.error('The data of a member who logged out could not be removed', error);
    toast({ ...currentWords(outbox).wipeFailed, tone: 'danger' });
  }
}

/** Resolves when the screens that use the database are gone. */
function messengerHasStopped(): Promise<void> {
  return new Promise((resolve) => {
    if (currentMessenger.get() === null) return resolve();
    const stop = currentMessenger.subscribe(() => {
      if (currentMessenger.get() !== null) return;
      stop();
      resolve();
    });
  });
}
