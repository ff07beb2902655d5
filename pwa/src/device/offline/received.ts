import { keepItem, readItem } from '../../base/storage/pageStorage.ts';
import { createStore } from '../../base/storage/store.ts';
import { mayExist } from './mayExist.ts';

/** Content shared by another app (`share_target` of the manifest), stored until it is used. */
export interface Received {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly what: ReceivedText | ReceivedFile;
}

export interface ReceivedText {
  readonly kind: 'text';
  readonly text: string;
}

/** Bytes, since some browsers lose stored Blobs. */
export interface ReceivedFile {
  readonly kind: 'file';
  readonly name: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

/** Reasons why shared content was not stored, in the address of its screen. */
export const shareRefusals = ['too-large', 'too-many', 'too-long', 'waiting', 'failed'] as const;
export type ShareRefusal = (typeof shareRefusals)[number];

/** Items that wait at the same time, and their bytes. */
const waitingMax = { items: 30, bytes: 64 * 1024 * 1024 } as const;

/** Thrown while earlier content fills the space for shared content. */
export class TooMuchWaitingError extends Error {
  override readonly name = 'TooMuchWaitingError';
}

/** After a week the person has forgotten sharing it. */
const keptForMs = 7 * 24 * 60 * 60 * 1000;
const databaseName = 'received';
const storeName = 'received';
/** Storage key of the number of dropped items not yet reported. */
const droppedKey = 'received-forgotten';

/**
 * Without a library, because the service worker uses it, too. Reading never creates the database: null if there is
 * none.
 */
function open(mayCreate: boolean): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    let isMissing = false;
    request.onupgradeneeded = () => {
      if (mayCreate) {
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
  mayCreate = false,
): Promise<T | null> {
  const database = mayCreate || (await mayExist(databaseName)) ? await open(mayCreate) : null;
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

const bytesIn = ({ what }: Pick<Received, 'what'>): number =>
  what.kind === 'file' ? what.bytes.byteLength : what.text.length;

/**
 * Stores all of them or none.
 * @throws TooMuchWaitingError; DOMException when the device is full
 */
export async function keepReceived(received: readonly Omit<Received, 'id'>[]): Promise<void> {
  const all = [...(await allReceived()), ...received];
  const bytes = all.reduce((sum, each) => sum + bytesIn(each), 0);
  if (all.length > waitingMax.items || bytes > waitingMax.bytes) {
    throw new TooMuchWaitingError('Too much shared content waits on this device');
  }
  await transact(
    'readwrite',
    (store) => {
      for (const each of received) store.add(each);
      return store.count();
    },
    true,
  );
}

interface ReceivedItems {
  /** Latest first. */
  readonly waiting: readonly Received[];
  /** Dropped after a week and not yet reported. */
  readonly dropped: number;
}

const allReceived = async (): Promise<Received[]> =>
  (await transact<Received[]>('readonly', (store) => store.getAll())) ?? [];

/** Also drops items older than a week. */
export async function readReceived(now: number): Promise<ReceivedItems> {
  const all = await allReceived();
  const old = all.filter(({ at }) => now - at > keptForMs);
  for (const { id } of old) await removeReceived(id);
  const dropped = Number(readItem(droppedKey) ?? 0) + old.length;
  if (old.length > 0) keepItem(droppedKey, String(dropped));
  return { waiting: all.filter(({ at }) => now - at <= keptForMs).reverse(), dropped };
}

export const clearDroppedCount = (): boolean => keepItem(droppedKey, null);

export const removeReceived = (id: number): Promise<unknown> =>
  transact('readwrite', (store) => store.delete(id));

/** Incremented when content of an earlier member was dropped. */
export const receivedChanges = createStore(0);

/**
 * Drops content shared up to `until` (milliseconds since 1970), which the next member did not share, and content from
 * the future, left by a clock that was set back.
 */
export async function forgetReceived(until: number): Promise<void> {
  clearDroppedCount();
  for (const { id, at } of await allReceived()) {
    if (at <= until || at > Date.now()) await removeReceived(id);
  }
  receivedChanges.set(receivedChanges.get() + 1);
}
