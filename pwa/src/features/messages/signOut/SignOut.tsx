import { useCallback, useEffect, useRef, useState } from 'react';
import { outbox } from '../../../base/words/en/messages/outbox.ts';
import { currentWords } from '../../../base/words/words.ts';
import { systemClock, within } from '../../../device/offline/clock.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { type UnsentCounts, unsentIn } from '../../../device/offline/leaving.ts';
import { openDatabase } from '../../../device/offline/open.ts';
import { notedUnsent } from '../../../device/offline/outbox/unsent.ts';
import type { Owner } from '../../../device/offline/owner.ts';
import { databaseName } from '../../../device/offline/stores.ts';
import { currentSwitchOver } from '../../../device/offline/switchOver.ts';
import { useSession } from '../../../members/session/session.tsx';
import { currentMessenger } from '../engine/currentMessenger.ts';
import { leaveDevice } from './leaveDevice.ts';
import { NotErasedDialog } from './NotErasedDialog.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';
import { logOutLater } from './sendPendingLogout.ts';

const soonMs = 3_000;

/** Waits for what may also fail or last longer. */
const soon = (work: Promise<unknown> = Promise.resolve()): Promise<unknown> =>
  within(soonMs, systemClock, work).catch(() => undefined);

/** The device is left now; the server is notified when reachable. */
function postponeLogout(): string {
  logOutLater();
  return currentWords(outbox).leave.owed;
}

type Step =
  | { readonly name: 'looking' }
  | { readonly name: 'asking'; readonly db: MemberDatabase; readonly unsent: UnsentCounts }
  | { readonly name: 'not erased' };

/**
 * Logs out when rendered, after a question if something would be lost, and removes the member's data from this device,
 * even offline and if its database can't be opened.
 * @param props.onEnd called at the end, logged out or not
 */
export default function SignOut({ onEnd }: { readonly onEnd: () => void }) {
  const { user, logout } = useSession();
  const [step, setStep] = useState<Step>({ name: 'looking' });
  const hasBegun = useRef(false);
  const leave = useCallback(
    async (owner: Owner, keepsUnsent: boolean) => {
      try {
        const isErased = await leaveDevice(owner, keepsUnsent, () => logout(postponeLogout));
        if (!isErased) return setStep({ name: 'not erased' });
      } catch {
        // The failure was already shown.
      }
      onEnd();
    },
    [logout, onEnd],
  );
  useEffect(() => {
    if (hasBegun.current || user === null) return;
    hasBegun.current = true;
    const begin = async () => {
      // Texts that can be stored now need not be sent or discarded.
      await soon(currentSwitchOver.get()?.tryNow());
      await soon(currentMessenger.get()?.sendChoices());
      const db = currentMessenger.get()?.db ?? (await openDatabase(user));
      const unsent = await unsentIn(db);
      if (unsent.messages + unsent.blocks + unsent.drafts.length > 0)
        return setStep({ name: 'asking', db, unsent });
      await leave(user, !db.isKept && hasUnseen(user));
    };
    begin().catch((error: unknown) => {
      // An unreadable database must not prevent a logout.
      console.error('Unsent messages could not be counted', error);
      return leave(user, hasUnseen(user));
    });
  }, [user, leave]);
  if (step.name === 'not erased') return <NotErasedDialog onEnd={onEnd} />;
  if (step.name === 'looking') return null;
  const { db, unsent } = step;
  return (
    <SignOutDialog
      db={db}
      unsent={unsent}
      leave={(keepsUnsent) => leave(db.owner, keepsUnsent)}
      onEnd={onEnd}
    />
  );
}

/** Whether an earlier visit left unsent messages, in a database that can't be read now. */
const hasUnseen = (owner: Owner): boolean => notedUnsent(databaseName(owner)) > 0;
