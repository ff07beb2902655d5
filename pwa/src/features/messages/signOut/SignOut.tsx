import { useEffect, useRef, useState } from 'react';
import { outbox } from '../../../base/words/en/outbox.ts';
import { currentWords } from '../../../base/words/words.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { type Unsent, unsentIn } from '../../../device/offline/leaving.ts';
import { openDatabase } from '../../../device/offline/open.ts';
import { useSession } from '../../../members/session/session.tsx';
import { currentMessenger } from '../engine/currentMessenger.ts';
import { leaveDevice } from './leaveDevice.ts';
import { logOutLater } from './payLogout.ts';
import { SignOutDialog } from './SignOutDialog.tsx';

/** Whoever leaves a device leaves it now: the server is told when it can be reached. */
function owe(): string {
  logOutLater();
  return currentWords(outbox).leave.owed;
}

/** Somebody is about to log out, with something unsent. */
interface Question {
  readonly db: MemberDatabase;
  readonly unsent: Unsent;
}

/**
 * Logs the member out, when it is rendered: at once where nothing would be lost, else it asks before. Then this device is
 * cleared of what was theirs, without a network too.
 * @param props.onEnd called when it is over, logged out or not
 */
export default function SignOut({ onEnd }: { readonly onEnd: () => void }) {
  const { user, logout } = useSession();
  const [question, setQuestion] = useState<Question | null>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current || user === null) return;
    hasBegun.current = true;
    const logOutHere = () => logout(owe);
    const begin = async () => {
      const db = currentMessenger.get()?.db ?? (await openDatabase(user));
      const unsent = await unsentIn(db);
      if (unsent.messages + unsent.drafts.length > 0) return setQuestion({ db, unsent });
      // What failed has been told.
      await leaveDevice(db, false, logOutHere).catch(() => undefined);
      onEnd();
    };
    begin().catch(async (error: unknown) => {
      // A database that can't be read must keep nobody signed in.
      console.error('What is unsent could not be counted', error);
      await logOutHere().catch(() => undefined);
      onEnd();
    });
  }, [user, logout, onEnd]);
  if (question === null) return null;
  return (
    <SignOutDialog
      {...question}
      leave={(keepsUnsent) => leaveDevice(question.db, keepsUnsent, () => logout(owe))}
      onEnd={onEnd}
    />
  );
}
