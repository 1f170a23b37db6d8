import { useSyncExternalStore } from "react";

interface Watchable<Snapshot> {
  readonly subscribe: (watcher: () => void) => () => void;
  readonly getSnapshot: () => Snapshot;
}

/** A live store's present snapshot; the component renders anew on each beat that changed it. */
export function useLive<Snapshot>(store: Watchable<Snapshot>): Snapshot {
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}
