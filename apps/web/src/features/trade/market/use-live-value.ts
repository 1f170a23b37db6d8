import { useSyncExternalStore } from "react";

interface Watchable<Snapshot> {
  readonly subscribe: (watcher: () => void) => () => void;
  readonly getSnapshot: () => Snapshot;
}

/**
 * One value of a live store: the component renders anew only when that value changes. `select` must give a primitive,
 * or an object that the store itself keeps.
 */
export function useLiveValue<Snapshot, Value>(
  store: Watchable<Snapshot>,
  select: (snapshot: Snapshot) => Value,
): Value {
  return useSyncExternalStore(store.subscribe, () => select(store.getSnapshot()));
}
