import { signOfDecimal } from "@candor/text/decimal-text";
import { useMemo, useSyncExternalStore } from "react";
import type { IndexView } from "../../data/index-store.ts";
import { useAccountDocument } from "../documents/use-account-document.ts";
import { live } from "../services/services.ts";
import { convertValue } from "./convert-value.ts";

/** Values are counted in this coin. */
const COUNTED_IN = "USDT";
const DOCUMENT = "display-currency";
const CENTS = 2;

/** Decimals by the least price in USDT from which they apply, so that a cent is about the last digit. */
const DECIMALS_FROM = [
  [1_000, 6],
  [10, 4],
] as const;

const readAsset = (kept: unknown): string | undefined =>
  typeof kept === "string" && /^[A-Z0-9]{2,12}$/.test(kept) ? kept : undefined;

/** The coin in which totals and profit are shown, kept in the account. */
export const useDisplayAsset = () => useAccountDocument(DOCUMENT, readAsset, COUNTED_IN);

interface DisplayRate {
  /** USDT for one coin, a decimal. */
  readonly price: string;
  readonly timeMs: number;
}

export interface Display {
  readonly asset: string;
  readonly isConverted: boolean;
  /** Decimals of shown values. */
  readonly decimals: number;
  /** null without conversion, and while unknown. */
  readonly rate: DisplayRate | null;
  /** Converts a value in USDT for display; null while the rate is unknown. */
  readonly convert: (value: string) => string | null;
}

const NOTHING = { subscribe: () => () => undefined, getSnapshot: () => null };

/** How values are shown: as they are in USDT, or converted at the index of this moment. */
export function useDisplay(): Display {
  const [asset] = useDisplayAsset();
  const isConverted = asset !== COUNTED_IN;
  const store = isConverted ? live.index(`${asset}${COUNTED_IN}`) : NOTHING;
  const view: IndexView | null = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const price = view?.price ?? null;
  const timeMs = view?.timeMs ?? 0;
  return useMemo(() => {
    if (!isConverted)
      return { asset, isConverted, decimals: CENTS, rate: null, convert: (value: string) => value };
    const isKnown = price !== null && signOfDecimal(price) > 0;
    const decimals = DECIMALS_FROM.find(([least]) => isKnown && Number(price) >= least)?.[1] ?? CENTS;
    return {
      asset,
      isConverted,
      decimals,
      rate: isKnown ? { price, timeMs } : null,
      convert: (value: string) => (isKnown ? convertValue(value, price, decimals) : null),
    };
  }, [asset, isConverted, price, timeMs]);
}
