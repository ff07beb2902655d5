import { useSyncExternalStore } from 'react';

/** A value that components watch from outside of React's tree. */
export interface Store<T> {
  get(): T;
  /** Tells whoever watches, if the value is another one. */
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

/** A store with a first value. */
export function createStore<T>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(current, value)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a store, kept up to date. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
