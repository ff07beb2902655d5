import * as v from 'valibot';
import { keepItem, readItem } from '../../../base/storage/pageStorage.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { outbox } from '../../../base/words/en/outbox.ts';
import { currentWords } from '../../../base/words/words.ts';
import { MemberDatabase } from '../../../device/offline/database.ts';
import { forgetMember } from '../../../device/offline/forget.ts';
import { forgetAnswers } from '../../../device/offline/kept/answers.ts';
import { keepUnsent } from '../../../device/offline/leaving.ts';
import { forgetReceived } from '../../../device/offline/received.ts';
import { rememberedUser } from '../../../device/offline/rememberedUser.ts';
import { currentMessenger } from '../engine/currentMessenger.ts';
import { payLogout } from './payLogout.ts';
import { leavingKey } from './unfinished.ts';

const leavingSchema = v.object({
  id: v.number(),
  createdAt: v.string(),
  keepsUnsent: v.boolean(),
  /** When they left, in milliseconds since 1970: what other apps share later is whoever comes next's. */
  at: v.optional(v.number(), Date.now),
});
type Leaving = v.InferOutput<typeof leavingSchema>;
const storedSchema = v.pipe(v.string(), v.parseJson(), leavingSchema);

/**
 * Logs out, and then removes what this device keeps of the member; other tabs let go of it by themselves. Nothing is removed
 * while the member is still signed in here; the server may hear of it later (`payLogout.ts`).
 * @param keepsUnsent what is not sent stays, with drafts, for when they log in here again
 * @param logout tells of failures itself
 * @throws what `logout` throws
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
  await clear(db, leaving);
}

/** Clears the device of a member who has left it in a tab that was closed too soon, and tells the server what it could not hear. */
export async function finishLeaving(): Promise<void> {
  await payLogout();
  const noted = v.safeParse(storedSchema, readItem(leavingKey));
  // Or they are back.
  if (!noted.success || rememberedUser()?.id === noted.output.id) return noteLeaving(null);
  const { id, createdAt } = noted.output;
  await clear(new MemberDatabase({ id, createdAt }), noted.output);
}

/** Notes who has left; null once the device is cleared. A tab may be closed in between. */
function noteLeaving(leaving: Leaving | null): void {
  keepItem(leavingKey, leaving === null ? null : JSON.stringify(leaving));
}

async function clear(db: MemberDatabase, { keepsUnsent, at }: Leaving): Promise<void> {
  try {
    await forgetReceived(at);
    if (keepsUnsent) {
      await keepUnsent(db);
      await forgetAnswers(db.owner);
    } else {
      await forgetMember(db.owner);
    }
    noteLeaving(null);
  } catch (error) {
    console.error('What was kept of a member could not be removed', error);
    toast({ ...currentWords(outbox).wipeFailed, tone: 'danger' });
  }
}

/** The screens of the member are gone, and with them whatever reads or writes the database. */
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
