/** A value that can be watched. The whole of the client's shared state is a handful of these. */
import { useEffect, useState } from 'preact/hooks';

export class Store<T extends object> {
  #value: T;
  readonly #watchers = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  /** Replace the named fields; watchers hear of it only when something changed. */
  set(patch: Partial<T>): void {
    const changed = (Object.keys(patch) as (keyof T)[]).some(
      (key) => !Object.is(this.#value[key], patch[key]),
    );
    if (!changed) return;
    this.#value = { ...this.#value, ...patch };
    for (const watcher of this.#watchers) watcher(this.#value);
  }

  watch(watcher: (value: T) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
}

/** The store's value inside a component, which is drawn again when the chosen part changes. */
export function useStore<T extends object, V = T>(
  store: Store<T>,
  choose: (value: T) => V = (value) => value as unknown as V,
): V {
  const [chosen, setChosen] = useState(() => choose(store.get()));
  useEffect(() => {
    const take = (value: T) => setChosen(() => choose(value));
    take(store.get());
    return store.watch(take);
    // The choice is a pure function of the store: a new closure of it changes nothing.
  }, [store]);
  return chosen;
}
