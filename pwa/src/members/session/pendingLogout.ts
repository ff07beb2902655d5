import { keepItem, readItem } from '../../base/storage/pageStorage.ts';

const key = 'logout-owed';

/** Id of a session whose logout is owed to the server; '' if unknown, null for none. */
export const pendingLogout = (): string | null => readItem(key);

/** Null once the server has the logout, or another member has signed in. */
export function keepPendingLogout(session: string | null): void {
  keepItem(key, session);
}
