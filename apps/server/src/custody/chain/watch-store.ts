import { RecordStore } from "../../kit/durable/record-store.ts";
import type { WatchRecord } from "./watch-records.ts";
import { WatchState } from "./watch-state.ts";

/** The state of all chains' watchers and its journal, which may be at another process. */
export interface WatchStore {
  readonly state: WatchState;
  /** Changes the state at once. Resolves when the record is durable. */
  commit(record: WatchRecord): Promise<void>;
  close(): void;
}

/** Opens the state and journal of all chains' watchers. Throws the journal's errors. */
export function openWatchStore(
  directory: string,
  options: { readonly nowMs: () => number; readonly onFailure: (error: Error) => void },
): RecordStore<WatchRecord, WatchState> {
  return RecordStore.open<WatchRecord, WatchState>(directory, {
    name: "chain-watch",
    newState: () => new WatchState(),
    worthRewriting: (state) => state.isWorthRewriting,
    ...options,
  });
}

/**
 * Registers a chain when it is first watched. Its index never changes, because balances in the exchange depend on it.
 */
export async function registerChain(store: WatchStore, evmChainId: number): Promise<number> {
  const known = store.state.chainIndexOf(evmChainId);
  if (known !== undefined) return known;
  const chainIndex = store.state.chainCount;
  await store.commit({ type: "chain-registered", chainIndex, evmChainId });
  return chainIndex;
}
