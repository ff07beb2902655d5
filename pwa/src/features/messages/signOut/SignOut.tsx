import { useEffect, useRef, useState } from 'react';
import { outbox } from '../../../base/words/en/messages/outbox.ts';
import { currentWords } from '../../../base/words/words.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { type Unsent, unsentIn } from '../../../device/offline/leaving.ts';
import { openDatabase } from '../../../device/offline/open.ts';
import { useSession } from '../../../members/session/session.tsx';
import { currentMessenger } from '../engine/currentMessenger.ts';
import { leaveDevice } from './leaveDevice.ts';
import { SignOutDialog } from './SignOutDialog.tsx';
import { logOutLater } from './sendPendingLogout.ts';

/** The device is left now; the server is notified when reachable. */
function postponeLogout(): string {
  logOutLater();
  return currentWords(outbox).leave.owed;
}

interface Question {
  readonly db: MemberDatabase;
  readonly unsent: Unsent;
}

/**
 * Logs out when rendered, after a question if something would be lost, and removes the member's data from this device,
 * even offline.
 * @param props.onEnd called at the end, logged out or not
 */
export default function SignOut({ onEnd }: { readonly onEnd: () => void }) {
  const { user, logout } = useSession();
  const [question, setQuestion] = useState<Question | null>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current || user === null) return;
    hasBegun.current = true;
    const logOutHere = () => logout(postponeLogout);
    const begin = async () => {
      const db = currentMessenger.get()?.db ?? (await openDatabase(user));
      const unsent = await unsentIn(db);
      if (unsent.messages + unsent.drafts.length > 0) return setQuestion({ db, unsent });
      // The failure was already shown.
      await leaveDevice(db, false, logOutHere).catch(() => undefined);
      onEnd();
    };
    begin().catch(async (error: unknown) => {
      // An unreadable database must not prevent a logout.
      console.error('Unsent messages could not be counted', error);
      await logOutHere().catch(() => undefined);
      onEnd();
    });
  }, [user, logout, onEnd]);
  if (question === null) return null;
  return (
    <SignOutDialog
      {...question}
      leave={(keepsUnsent) => leaveDevice(question.db, keepsUnsent, () => logout(postponeLogout))}
      onEnd={onEnd}
    />
  );
}
