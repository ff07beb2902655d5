import { type SessionUser, sessionUserSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { keepItem, readItem } from '../../base/storage/pageStorage.ts';

const storageKey = 'session-user';
const storedSchema = v.pipe(v.string(), v.parseJson(), sessionUserSchema);

/**
 * The member of the last answer of the server, or null. Only decides what to show without a server: opening the app
 * offline never signs out.
 */
export function rememberedUser(): SessionUser | null {
  const stored = v.safeParse(storedSchema, readItem(storageKey));
  return stored.success ? stored.output : null;
}

/** Null for signed out; lasts as long as the page if storage is full or forbidden. */
export function rememberUser(user: SessionUser | null): void {
  keepItem(storageKey, user === null ? null : JSON.stringify(user));
}

/** Calls back when another tab signed in or out. Returns a function that stops it. */
export function onRememberedUserChange(callback: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) callback();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
