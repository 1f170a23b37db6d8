import type { Listing } from "../data/ticker-store.ts";
import { safeStorage } from "./tried-storage.ts";

const KEY = "candor-prices";
/** Format version: other builds may need other fields. */
const FORM = 1;

/** The last listed markets, for offline use. */
export interface KeptPrices extends Listing {
  readonly atMs: number;
}

/** Stores them for this device, without the user's favorites. */
export function keepPrices({ coinsList, assets }: Listing, atMs: number): void {
  const markets = coinsList.map((market) => ({ ...market, love: undefined }));
  safeStorage.setItem(KEY, JSON.stringify({ form: FORM, atMs, coinsList: markets, assets }));
}

export function keptPrices(): KeptPrices | undefined {
  const kept = JSON.parse((safeStorage.getItem(KEY) as string | null) ?? "null") as
    | (KeptPrices & { readonly form: number })
    | null;
  return kept?.form === FORM ? kept : undefined;
}
