import { install } from '../../base/words/en/install/install.ts';
import { currentWords } from '../../base/words/words.ts';
import type { MemberDatabase } from '../offline/database.ts';
import { lookUp } from './lookUp.ts';
import { tidyNotifications } from './notified.ts';

/** Closes notifications of this device that are obsolete by what the app received. */
export async function tidyOwnNotifications(db: MemberDatabase): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) return;
  await tidyNotifications(
    registration,
    (messages) => lookUp(db, messages),
    currentWords(install).push.message,
  );
}
