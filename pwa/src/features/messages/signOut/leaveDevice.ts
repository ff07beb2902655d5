import { systemClock, within } from '../../../device/offline/clock.ts';
import { eraseNoted } from '../../../device/offline/eraseNoted.ts';
import { noteErasure } from '../../../device/offline/erasureNotes.ts';
import type { Owner } from '../../../device/offline/owner.ts';
import { currentMessenger } from '../engine/currentMessenger.ts';
import { sendPendingLogout } from './sendPendingLogout.ts';

/** Another tab may be frozen and hold the database open; the erasure then continues. */
const eraseWithinMs = 10_000;

/**
 * Logs out, then removes the member's data from this device; other tabs close the database automatically. The server
 * may learn of the logout later (`sendPendingLogout.ts`). The data is removed even if the tab is closed at any moment.
 * @param keepsUnsent keeps unsent messages and drafts for the member's next login here
 * @param logout shows its own failures
 * @returns whether everything was removed already
 * @throws the errors of `logout`
 */
export async function leaveDevice(
  { id, createdAt }: Owner,
  keepsUnsent: boolean,
  logout: () => Promise<void>,
): Promise<boolean> {
  const owner = { id, createdAt };
  const at = Date.now();
  noteErasure(owner, { keepsUnsent, at, isCertain: false });
  try {
    await logout();
  } catch (error) {
    // The session may be over all the same, or last for days while the member writes more.
    noteErasure(owner, { keepsUnsent: true, at, isCertain: false });
    throw error;
  }
  noteErasure(owner, { keepsUnsent, at, isCertain: true });
  await messengerHasStopped();
  return eraseInTime();
}

/** Whether all members who left are erased from this device. */
export const eraseInTime = (): Promise<boolean> =>
  within(eraseWithinMs, systemClock, eraseNoted()).catch(() => false);

/** Finishes logouts whose tab was closed too soon, or whose data could not be removed. */
export async function finishLeaving(): Promise<void> {
  await sendPendingLogout();
  await eraseNoted();
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
