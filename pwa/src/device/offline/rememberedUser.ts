import { type SessionUser, sessionUserSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { keepItem, readItem } from '../../base/storage/pageStorage.ts';

const storageKey = 'session-user';
const storedSchema = v.pipe(v.string(), v.parseJson(), sessionUserSchema);

/**
 * The member who was signed in when this browser last heard from the server; null when nobody was. It only
 * decides what to show while the server is silent: opening the app offline never signs anyone out (design "PWA").
 */
export function rememberedUser(): SessionUser | null {
  const stored = v.safeParse(storedSchema, readItem(storageKey));
  return stored.success ? stored.output : null;
}

/** Remembers who is signed in, or that nobody is; where storage is full or forbidden, until the page is closed. */
export function rememberUser(user: SessionUser | null): void {
  keepItem(storageKey, user === null ? null : JSON.stringify(user));
}

/** Calls back when another tab of this browser signed in or out. Returns a function that stops it. */
export function onRememberedUserChange(callback: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) callback();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
