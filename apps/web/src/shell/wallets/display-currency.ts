import { signOfDecimal } from "@candor/text/decimal-text";
import { multiplyDecimals } from "@candor/ui/decimal-math";
import { useMemo, useSyncExternalStore } from "react";
import type { IndexView } from "../../data/index-store.ts";
import { useCall } from "../calls/use-call.ts";
import { useAccountDocument } from "../documents/use-account-document.ts";
import { live } from "../services/services.ts";
import { convertValue } from "./convert-value.ts";

/** Values are counted in this coin. */
const COUNTED_IN = "USDT";
const DOCUMENT = "display-currency";
const CENTS = 2;
const RATES_FRESH_MS = 600_000;

/** Decimals by the least price in USDT from which they apply, so that a cent is about the last digit. */
const DECIMALS_FROM = [
  [1_000, 6],
  [10, 4],
] as const;

const readAsset = (kept: unknown): string | undefined =>
  typeof kept === "string" && /^[A-Z0-9]{2,12}$/.test(kept) ? kept : undefined;

/** The coin or currency in which totals and profit are shown, kept in the account. */
export const useDisplayAsset = () => useAccountDocument(DOCUMENT, readAsset, COUNTED_IN);

interface DisplayRate {
  /** "index" of a coin, in USDT for one; "fixed" and "operator" of a currency, in its units for one USDT. */
  readonly kind: "index" | "fixed" | "operator";
  /** A decimal. */
  readonly price: string;
  readonly timeMs: number;
  /** Where the operator has it from; null otherwise. */
  readonly source: string | null;
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

/** Rates of fiat currencies; empty while unknown. */
export const useFiatRates = (enabled: boolean) =>
  useCall("displayRates", {}, { enabled, freshMs: RATES_FRESH_MS }).data;

/** Currencies without a smaller unit in use. */
const WHOLE_CURRENCIES = new Set(["JPY", "KRW", "IDR", "VND", "CLP", "HUF"]);

/** How values are shown in a fiat currency; undefined for coins. */
function useFiatDisplay(asset: string): Display | undefined {
  const reply = useFiatRates(asset !== COUNTED_IN);
  return useMemo(() => {
    const perUsdt = reply?.rates.find(({ currency }) => currency === asset)?.perUsdt;
    if (reply === undefined || perUsdt === undefined || reply.kind === "none") return undefined;
    const decimals = WHOLE_CURRENCIES.has(asset) ? 0 : CENTS;
    return {
      asset,
      isConverted: true,
      decimals,
      rate: { kind: reply.kind, price: perUsdt, timeMs: reply.asOfMs ?? 0, source: reply.source },
      convert: (value: string) => multiplyDecimals(value, perUsdt, decimals),
    };
  }, [asset, reply]);
}

/** How values are shown: as they are in USDT, or converted at the rate of this moment. */
export function useDisplay(): Display {
  const [asset] = useDisplayAsset();
  const fiat = useFiatDisplay(asset);
  const coin = useCoinDisplay(asset, fiat === undefined && asset !== COUNTED_IN);
  return fiat ?? coin;
}

function useCoinDisplay(asset: string, isConverted: boolean): Display {
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
      rate: isKnown ? { kind: "index" as const, price, timeMs, source: null } : null,
      convert: (value: string) => (isKnown ? convertValue(value, price, decimals) : null),
    };
  }, [asset, isConverted, price, timeMs]);
}
