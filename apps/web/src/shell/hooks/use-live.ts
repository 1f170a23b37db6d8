import { useSyncExternalStore } from "react";

interface Watchable<Snapshot> {
  readonly subscribe: (watcher: () => void) => () => void;
  readonly getSnapshot: () => Snapshot;
}

/** A live store's current snapshot; rerenders on each pulse that changed it. */
export function useLive<Snapshot>(store: Watchable<Snapshot>): Snapshot {
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}
