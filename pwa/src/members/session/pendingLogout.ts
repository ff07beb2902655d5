import { keepItem, readItem } from '../../base/storage/pageStorage.ts';

const key = 'logout-owed';

/** Id of a session whose logout the server does not have yet; '' if unknown, null for none. */
export const pendingLogout = (): string | null => readItem(key);

/** Null once the server has the logout, or another member has signed in. */
export function setPendingLogout(session: string | null): void {
  keepItem(key, session);
}
