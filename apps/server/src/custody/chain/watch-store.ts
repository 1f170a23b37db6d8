import { RecordStore } from "../../kit/durable/record-store.ts";
import type { WatchRecord } from "./watch-records.ts";
import { WatchState } from "./watch-state.ts";

export type WatchStore = RecordStore<WatchRecord, WatchState>;

/** What the watchers of all chains know, and its journal. Throws what the journal throws. */
export function openWatchStore(
  directory: string,
  options: { readonly nowMs: () => number; readonly onFailure: (error: Error) => void },
): WatchStore {
  return RecordStore.open<WatchRecord, WatchState>(directory, {
    name: "chain-watch",
    newState: () => new WatchState(),
    worthRewriting: (state) => state.isWorthRewriting,
    ...options,
  });
}

/** A chain gets its number when it is first watched and keeps it for ever: money is bound to it in the exchange. */
export async function registerChain(store: WatchStore, evmChainId: number): Promise<number> {
  const known = store.state.chainIndexOf(evmChainId);
  if (known !== undefined) return known;
  const chainIndex = store.state.chainCount;
  await store.commit({ type: "chain-registered", chainIndex, evmChainId });
  return chainIndex;
}
