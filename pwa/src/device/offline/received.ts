import { keepItem, readItem } from '../../base/storage/pageStorage.ts';
import { createStore } from '../../base/storage/store.ts';

/** What another app handed over (`share_target` of the manifest), kept on the device until it is used. */
export interface Received {
  /** In the order in which it came. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly what: ReceivedText | ReceivedFile;
}

/** Title, text and link in one. */
export interface ReceivedText {
  readonly kind: 'text';
  readonly text: string;
}

/** A file, as bytes: some browsers lose Blobs that are kept. */
export interface ReceivedFile {
  readonly kind: 'file';
  readonly name: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

/** Longer, nobody remembers having shared it, in milliseconds. */
const keptForMs = 7 * 24 * 60 * 60 * 1000;
const storeName = 'received';
/** Where it is noted how many were forgotten, until somebody is told. */
const forgottenKey = 'received-forgotten';

/**
 * The database is small and read by the service worker too, so it does without a library. It is made for what comes,
 * never by looking: null where there is none.
 */
function open(isToBeMade: boolean): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('received', 1);
    let isMissing = false;
    request.onupgradeneeded = () => {
      if (isToBeMade) {
        request.result.createObjectStore(storeName, { keyPath: 'id', autoIncrement: true });
        return;
      }
      isMissing = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => (isMissing ? resolve(null) : reject(request.error));
  });
}

async function transact<T>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
  isToBeMade = false,
): Promise<T | null> {
  const database = await open(isToBeMade);
  if (database === null) return null;
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = act(transaction.objectStore(storeName));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Keeps what was handed over. @throws DOMException when the device is full */
export async function keepReceived(received: Omit<Received, 'id'>): Promise<void> {
  await transact('readwrite', (store) => store.add(received), true);
}

/** What there is to see of what was handed over. */
export interface ReceivedHere {
  /** What waits to be used, the latest first. */
  readonly waiting: readonly Received[];
  /** How many had waited for a week and were forgotten, since somebody was last told. */
  readonly forgotten: number;
}

const allReceived = async (): Promise<Received[]> =>
  (await transact<Received[]>('readonly', (store) => store.getAll())) ?? [];

/** Reads what waits, and forgets what has waited for a week. */
export async function readReceived(now: number): Promise<ReceivedHere> {
  const all = await allReceived();
  const old = all.filter(({ at }) => now - at > keptForMs);
  for (const { id } of old) await removeReceived(id);
  const forgotten = Number(readItem(forgottenKey) ?? 0) + old.length;
  if (old.length > 0) keepItem(forgottenKey, String(forgotten));
  return { waiting: all.filter(({ at }) => now - at <= keptForMs).reverse(), forgotten };
}

/** Somebody has been told of what was forgotten. */
export const noteTold = (): boolean => keepItem(forgottenKey, null);

/** It was used, or is not wanted. */
export const removeReceived = (id: number): Promise<unknown> =>
  transact('readwrite', (store) => store.delete(id));

/** How often this page has forgotten what was handed over to who was here before. */
export const timesForgotten = createStore(0);

/**
 * Forgets what was handed over until then (milliseconds since 1970): whoever signs in next did not share it. What is from a time
 * that has not come was so by a clock that was set back since: it goes, too.
 */
export async function forgetReceived(until: number): Promise<void> {
  noteTold();
  for (const { id, at } of await allReceived()) {
    if (at <= until || at > Date.now()) await removeReceived(id);
  }
  timesForgotten.set(timesForgotten.get() + 1);
}
