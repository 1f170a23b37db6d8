import { useSyncExternalStore } from "react";

interface Watchable<Snapshot> {
  readonly subscribe: (watcher: () => void) => () => void;
  readonly getSnapshot: () => Snapshot;
}

/**
 * Selects one value of a live store; the component rerenders only when that value changes. `select` must return a
 * primitive or an object that the store keeps stable.
 */
export function useLiveValue<Snapshot, Value>(
  store: Watchable<Snapshot>,
  select: (snapshot: Snapshot) => Value,
): Value {
  return useSyncExternalStore(store.subscribe, () => select(store.getSnapshot()));
}
