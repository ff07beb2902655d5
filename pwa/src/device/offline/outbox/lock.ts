export interface Locks {
  request(
    name: string,
    options: { readonly steal?: boolean; readonly signal?: AbortSignal },
    whileHeld: () => Promise<void>,
  ): Promise<unknown>;
}

/** For browsers without locks (plain http): every tab sends, and the server recognizes repeats by id. */
export const noLocks: Locks = { request: (_name, _options, whileHeld) => whileHeld() };

export function browserLocks(): Locks {
  return 'locks' in navigator ? navigator.locks : noLocks;
}
