import { useSyncExternalStore } from 'react';

/**
 * A value outside React that components follow, such as notifications, which have no place in the Replica.
 */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `inHtml`: the value for HTML from the build, and while the browser hydrates it. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'subscribe'>, inHtml = store.get): T {
  return useSyncExternalStore(store.subscribe, store.get, inHtml);
}
