import { keepItem, readItem } from '../../base/storage/pageStorage.ts';

/** Where it is noted which session somebody left here while the server could not be told. */
const key = 'logout-owed';

/** The session of which the server has not heard yet that its member left it: its id, '' where that is not known; null for none. */
export const owedLogout = (): string | null => readItem(key);

/** Notes that session; or, with null, that nothing is owed any more: the server knows, or somebody has signed in since. */
export function oweLogout(session: string | null): void {
  keepItem(key, session);
}
