import type { Listing } from "../data/ticker-store.ts";
import { safeStorage } from "./safe-storage.ts";

const KEY = "candor-prices";
/** Format version: other builds may need other fields. */
const FORM = 1;

/** The last listed markets, for offline use. */
export interface StoredPrices extends Listing {
  readonly atMs: number;
}

/** Stores them for this device, without the user's favorites. */
export function storePrices({ coinsList, assets }: Listing, atMs: number): void {
  const markets = coinsList.map((market) => ({ ...market, love: undefined }));
  safeStorage.setItem(KEY, JSON.stringify({ form: FORM, atMs, coinsList: markets, assets }));
}

export function storedPrices(): StoredPrices | undefined {
  const stored = JSON.parse((safeStorage.getItem(KEY) as string | null) ?? "null") as
    | (StoredPrices & { readonly form: number })
    | null;
  return stored?.form === FORM ? stored : undefined;
}
