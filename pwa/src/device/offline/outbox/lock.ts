/** The part of the Web Locks API that the outbox uses. */
export interface Locks {
  request(
    name: string,
    options: { readonly steal?: boolean; readonly signal?: AbortSignal },
    whileHeld: () => Promise<void>,
  ): Promise<unknown>;
}

/** Stands in where the browser has no locks (plain http): every tab sends, and the server recognises repeats by id. */
export const noLocks: Locks = { request: (_name, _options, whileHeld) => whileHeld() };

/** The browser's locks, shared by all tabs. */
export function browserLocks(): Locks {
  return 'locks' in navigator ? navigator.locks : noLocks;
}
