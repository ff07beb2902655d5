import * as v from 'valibot';
import type { Owner } from '../owner.ts';
import { keptDatabaseName } from '../stores.ts';

/**
 * Answers that are shown while the server is unreachable: opened profiles and directory pages, the member's own
 * dashboard lists, and the landing page's data. IndexedDB without Dexie, which visitors should not have to download.
 */

const kinds = ['profile', 'directory', 'own', 'site'] as const;

export type KeptKind = (typeof kinds)[number];

/** `body` must be parsed with its schema again: an earlier version of the app may have stored it. */
export interface KeptAnswer {
  readonly path: string;
  readonly kind: KeptKind;
  readonly body: unknown;
  /** When the server answered, in milliseconds since 1970. */
  readonly at: number;
}

/** The oldest are dropped. */
export const keptMax: Readonly<Record<KeptKind, number>> = { profile: 200, directory: 50, own: 10, site: 5 };

/** Answers expire because members shown in them may have left, unnoticed by this device. */
export const keptForMs = 30 * 24 * 60 * 60 * 1000;

const rowSchema = v.object({
  path: v.string(),
  kind: v.picklist(kinds),
  body: v.unknown(),
  at: v.number(),
});

/** Deleted members that this page knows of, by database: answers already on their way still show them. */
const gone = new Map<string, readonly number[]>();

const goneFor = (owner: Owner | null) => gone.get(keptDatabaseName(owner)) ?? [];

/** Stores an answer and drops the oldest ones. Skips answers that show a deleted member. */
export async function keepAnswer(owner: Owner | null, answer: KeptAnswer): Promise<void> {
  if (goneFor(owner).some((userId) => isAbout(answer.body, userId))) return;
  await inStore(owner, 'readwrite', async (store) => {
    await done(store.put(answer));
    const rows = parsed(await done(store.getAll()));
    const sameKind = rows.filter(({ kind }) => kind === answer.kind).sort((a, b) => b.at - a.at);
    const old = rows.filter(({ at }) => at < answer.at - keptForMs);
    for (const { path } of [...sameKind.slice(keptMax[answer.kind]), ...old]) await done(store.delete(path));
  });
}

/** @param now milliseconds since 1970 */
export async function keptAnswer(
  owner: Owner | null,
  path: string,
  now = Date.now(),
): Promise<KeptAnswer | null> {
  const [row] = parsed([await inKept(owner, 'readonly', (store) => done(store.get(path)), undefined)]);
  return row === undefined || row.at < now - keptForMs ? null : row;
}

/**
 * Latest first.
 * @param now milliseconds since 1970
 */
export async function keptAnswers(
  owner: Owner | null,
  kind: KeptKind,
  now = Date.now(),
): Promise<KeptAnswer[]> {
  const rows = parsed(await inKept(owner, 'readonly', (store) => done(store.getAll()), []));
  return rows.filter((row) => row.kind === kind && row.at >= now - keptForMs).sort((a, b) => b.at - a.at);
}

export function dropAnswers(owner: Owner | null, isMeant: (answer: KeptAnswer) => boolean): Promise<void> {
  const drop = async (store: IDBObjectStore) => {
    for (const row of parsed(await done(store.getAll())))
      if (isMeant(row)) await done(store.delete(row.path));
  };
  return inKept(owner, 'readwrite', drop, undefined);
}

export function dropMember(owner: Owner | null, userId: number): Promise<void> {
  gone.set(keptDatabaseName(owner), [...goneFor(owner), userId]);
  return dropAnswers(owner, ({ body }) => isAbout(body, userId));
}

const someoneSchema = v.object({ id: v.number() });
const aboutSchema = v.union([
  v.array(someoneSchema),
  someoneSchema,
  v.object({ users: v.array(someoneSchema) }),
]);

function isAbout(body: unknown, userId: number): boolean {
  const about = v.safeParse(aboutSchema, body);
  if (!about.success) return false;
  const { output } = about;
  const people = Array.isArray(output) ? output : 'id' in output ? [output] : output.users;
  return people.some(({ id }) => id === userId);
}

const parsed = (rows: readonly unknown[]): KeptAnswer[] =>
  rows.flatMap((row) => {
    const result = v.safeParse(rowSchema, row);
    return result.success ? [result.output] : [];
  });

/** Opens and closes the database for each use, so that its deletion never waits for another tab. */
async function inStore<T>(
  owner: Owner | null,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const opening = indexedDB.open(keptDatabaseName(owner), 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('answers', { keyPath: 'path' });
  return inOpened(await done(opening), mode, work);
}

/** Never creates the database: reading must not recreate that of a member who has left. */
async function inKept<T>(
  owner: Owner | null,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
  nothing: T,
): Promise<T> {
  const opening = indexedDB.open(keptDatabaseName(owner), 1);
  let isMissing = false;
  opening.onupgradeneeded = () => {
    isMissing = true;
    opening.transaction?.abort();
  };
  try {
    return await inOpened(await done(opening), mode, work);
  } catch (error) {
    if (isMissing) return nothing;
    throw error;
  }
}

async function inOpened<T>(
  db: IDBDatabase,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  try {
    const transaction = db.transaction('answers', mode);
    const result = await work(transaction.objectStore('answers'));
    await committed(transaction);
    return result;
  } finally {
    db.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed without a reason'));
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    const fail = () => reject(transaction.error ?? new Error('IndexedDB failed without a reason'));
    transaction.onabort = fail;
    transaction.onerror = fail;
    transaction.commit();
  });
}
