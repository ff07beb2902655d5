import { lookUp } from '../../device/notifications/lookUp.ts';
import type { NotifiedMessage } from '../../device/notifications/notified.ts';
import type { Owner } from '../../device/offline/owner.ts';
import { sendWaiting } from './sendWaiting.ts';
import { inStoredDatabase } from './storedDatabase.ts';

const lookUpNotified = (owner: Owner, messages: readonly NotifiedMessage[]) =>
  inStoredDatabase(owner, (db) => lookUp(db, messages));

// A separate script that `sw.ts` imports for `sync` and `push` events, with everything that reads the database.
Object.assign(self, { sendWaiting, lookUpNotified });
