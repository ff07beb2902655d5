import { liveQuery } from 'dexie';
import { systemClock } from '../../../device/offline/clock.ts';
import type { MemberDatabase, OutboxRow, StoredMember } from '../../../device/offline/database.ts';
import { peerOf } from '../../../device/offline/keys.ts';
import { openDatabase } from '../../../device/offline/open.ts';
import { restoreOutbox } from '../../../device/offline/outbox/queue.ts';
import { outboxStatusOf } from '../../../device/offline/outbox/status.ts';
import { emptyOutbox, notedUnsent, noteUnsent, ownOutbox } from '../../../device/offline/outbox/unsent.ts';
import { isOutdated } from '../../../device/offline/outdated.ts';
import type { Owner } from '../../../device/offline/owner.ts';
import { noteIfFull, noteTrouble, storageTrouble } from '../../../device/offline/storageTrouble.ts';
import { SwitchOver } from '../../../device/offline/switchOver.ts';
import { unreadCount } from '../../../device/offline/unread.ts';
import { currentMessenger } from './currentMessenger.ts';
import { Messenger, type MessengerOptions } from './messenger.ts';

type RunOptions = Omit<MessengerOptions, 'db'>;

/**
 * Runs a member's messenger and the stores that follow it; restarts it when the browser removes its data. Returns a
 * function that stops it.
 */
export function runMessenger(owner: Owner, options: RunOptions): () => void {
  let isStopped = false;
  let stop = () => {};
  openDatabase(owner).then(
    (db) => {
      if (isStopped) db.close();
      else stop = db.isKept ? runOn(db, options) : runInMemory(db, options);
    },
    (error: unknown) => {
      if (!isOutdated.get()) console.error('The messages on this device could not be opened', error);
    },
  );
  // A newer version owns the database now. The screen remains: the composer may contain text.
  const unsubscribe = isOutdated.subscribe(() => stop());
  return () => {
    isStopped = true;
    unsubscribe();
    stop();
    currentMessenger.set(null);
    unreadCount.set(0);
    ownOutbox.set(emptyOutbox);
  };
}

/** Until the browser stores the database after all. */
function runInMemory(memory: MemberDatabase, options: RunOptions): () => void {
  let stop = runOn(memory, options);
  const switchOver = new SwitchOver({
    memory,
    clock: systemClock,
    onLeave: () => stop(),
    onSwitched: (db) => {
      stop = runOn(db, options);
    },
  });
  switchOver.start();
  return () => {
    switchOver.stop();
    stop();
  };
}

function runOn(db: MemberDatabase, options: RunOptions): () => void {
  let messenger = start(db, options);
  let waiting: Waiting = { rows: [], recipients: [] };
  // Removed while the app was closed; the note of unsent messages is stored elsewhere.
  if (db.isKept && db.isNew && notedUnsent(db.name) > 0) noteTrouble('lost');
  const watching = [
    watch(() => unreadIn(db), unreadCount.set),
    watch(
      () => waitingIn(db),
      (next) => {
        const status = outboxStatusOf(next.rows);
        waiting = next;
        ownOutbox.set(status);
        if (db.isKept) noteUnsent(db.name, status.unsent);
      },
    ),
  ];
  db.onLost(() => {
    const { rows, recipients } = waiting;
    // Not in the transaction that recreates the database.
    setTimeout(() => {
      messenger.stop();
      noteTrouble('lost');
      // Offline, only they say who the conversations are with.
      db.members
        .bulkPut(recipients)
        .then(() => restoreOutbox(db, rows, systemClock.now()))
        .catch((error: unknown) => console.error('Unsent messages could not be stored again', error))
        .finally(() => {
          messenger = start(db, options);
        });
    });
  });
  const warning = warnBeforeLoss(db);
  return () => {
    messenger.stop();
    warning.abort();
    for (const each of watching) each.unsubscribe();
  };
}

interface Waiting {
  readonly rows: readonly OutboxRow[];
  readonly recipients: readonly StoredMember[];
}

async function waitingIn(db: MemberDatabase): Promise<Waiting> {
  const rows = await db.outbox.toArray();
  const ids = [...new Set(rows.map(({ lane }) => peerOf(lane)))].filter((id) => id !== null);
  const recipients = (await db.members.bulkGet(ids)).filter((member) => member !== undefined);
  return { rows, recipients };
}

function start(db: MemberDatabase, options: RunOptions): Messenger {
  const messenger = new Messenger({ ...options, db });
  messenger.start();
  currentMessenger.set(messenger);
  return messenger;
}

function watch<T>(read: () => Promise<T>, onValue: (value: T) => void) {
  return liveQuery(read).subscribe({
    next: onValue,
    error: (error: unknown) => {
      if (!noteIfFull(error)) console.error('The messages on this device could not be counted', error);
    },
  });
}

async function unreadIn(db: MemberDatabase): Promise<number> {
  const conversations = await db.conversations.toArray();
  return conversations
    .filter(({ key }) => key !== 'global')
    .reduce((sum, conversation) => sum + conversation.unreadCount, 0);
}

/** The browser asks before closing a tab whose unsent messages are only in memory. */
function warnBeforeLoss(db: MemberDatabase): AbortController {
  const listening = new AbortController();
  if (db.isKept) return listening;
  window.addEventListener(
    'beforeunload',
    (event) => {
      if (storageTrouble.get() === 'memory' && ownOutbox.get().unsent > 0) event.preventDefault();
    },
    { signal: listening.signal },
  );
  return listening;
}
