import { tidyOwnNotifications } from '../../../device/notifications/tidyOwnNotifications.ts';
import { systemClock } from '../../../device/offline/clock.ts';
import { countUnread } from '../../../device/offline/conversations.ts';
import type { MemberDatabase, StoredMessage } from '../../../device/offline/database.ts';
import { openDatabase } from '../../../device/offline/open.ts';
import { isClaim } from '../../../device/offline/outbox/claims.ts';
import { enqueue, readUnsent, restoreOutbox, type Unsent } from '../../../device/offline/outbox/queue.ts';
import { outboxStatusOf } from '../../../device/offline/outbox/status.ts';
import { restoreUnsaved } from '../../../device/offline/outbox/unsaved.ts';
import { emptyOutbox, notedUnsent, noteUnsent, ownOutbox } from '../../../device/offline/outbox/unsent.ts';
import { isOutdated } from '../../../device/offline/outdated.ts';
import type { Owner } from '../../../device/offline/owner.ts';
import { restoreParts } from '../../../device/offline/recordings.ts';
import { rememberedUser } from '../../../device/offline/rememberedUser.ts';
import { noteIfFull, noteTrouble, storageTrouble } from '../../../device/offline/storageTrouble.ts';
import { SwitchOver } from '../../../device/offline/switchOver.ts';
import { unreadCount } from '../../../device/offline/unread.ts';
import { watch } from '../../../device/offline/watch.ts';
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
      if (isStopped) closeLate(db);
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

/** Opening may have created the database again after a logout erased it. */
function closeLate(db: MemberDatabase): void {
  const isErased = db.isNew && rememberedUser()?.id !== db.owner.id;
  if (isErased) {
    // Dexie would warn, although the database closes soon.
    db.on('blocked', () => false);
    db.delete().catch((error: unknown) => console.error('An empty database could not be removed', error));
  } else db.close();
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
  restoreUnsaved(db).catch((error: unknown) => {
    if (!noteIfFull(error)) console.error('Unsaved messages could not be restored', error);
  });
  if (db.isKept)
    restoreParts(db).catch((error: unknown) => console.error('A recording could not be completed', error));
  let unsent: Unsent = { rows: [], members: [] };
  // Removed while the app was closed; the note of unsent messages is stored elsewhere.
  if (db.isKept && db.isNew && notedUnsent(db.name) > 0) noteTrouble('lost');
  const onError = (error: unknown) => {
    if (!noteIfFull(error)) console.error('The messages on this device could not be counted', error);
  };
  const tidy = async () => {
    await Promise.all([messenger.tidyToasts(), tidyOwnNotifications(db)]);
  };
  const watching = [
    watch({
      ...{ db, tables: [db.conversations, db.deletions], read: tidy, onValue: () => undefined },
      onError: (error) => console.info('Notifications could not be updated', error),
    }),
    watch({
      ...{ db, tables: [db.conversations], onError },
      read: () => countUnread(db, systemClock.now()),
      onValue: unreadCount.set,
    }),
    watch({
      ...{ db, tables: [db.outbox], onError },
      read: () => readUnsent(db),
      onValue: (next) => {
        const status = outboxStatusOf(next.rows);
        unsent = next;
        ownOutbox.set(status);
        if (db.isKept) noteUnsent(db.name, status.unsent);
      },
    }),
    // At once, since the tab may be closed right after its last message was sent.
    watch({
      ...{ db, tables: [db.outbox], onError, pauseMs: 0 },
      read: () => db.outbox.count(),
      ignores: (parts) => isClaim(db, parts),
      onValue: (count) => {
        if (db.isKept && count === 0) noteUnsent(db.name, 0);
      },
    }),
  ];
  db.onLost(() => {
    const lost = unsent;
    const latest = messenger.saving.messages.get();
    // Not in the transaction that recreates the database.
    setTimeout(() => {
      messenger.stop();
      noteTrouble('lost');
      restore(db, lost, latest)
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
    for (const unwatch of watching) unwatch();
  };
}

/** @param latest messages of the last seconds, which may be missing from `unsent` */
async function restore(db: MemberDatabase, unsent: Unsent, latest: readonly StoredMessage[]): Promise<void> {
  const now = systemClock.now();
  await restoreOutbox(db, unsent, now);
  for (const { id, conversation, content: text } of latest)
    await enqueue(db, { conversation, id, text }, now);
}

function start(db: MemberDatabase, options: RunOptions): Messenger {
  const messenger = new Messenger({ ...options, db });
  messenger.start();
  currentMessenger.set(messenger);
  return messenger;
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
