import { useCallback, useMemo } from "react";
import { type SetDocument, useAccountDocument } from "../../shell/documents/use-account-document.ts";
import { useAppStore } from "../../state/app-store.ts";

/** What can be confirmed before it is sent: orders of a product, and changes by dragging on the chart. */
const CONFIRMED = ["spot", "contract", "lever", "option", "drag"] as const;
export type Confirmed = (typeof CONFIRMED)[number];

export const SIZE_UNITS = ["coin", "value", "cost"] as const;
/** What a contract's size counts: the coin, the order's value, or its cost (initial margin and highest fee). */
export type SizeUnit = (typeof SIZE_UNITS)[number];

/** The account's habits on trading screens: document `trading`. */
interface TradingSettings {
  readonly confirm: Readonly<Record<Confirmed, boolean>>;
  readonly contractUnit: SizeUnit;
  /** Unit of market orders on spot and margin; absent for the side's usual one. */
  readonly marketUnit?: "base" | "quote" | undefined;
  readonly shortcuts: boolean;
  /** A click on a row of the book takes the amount up to it too. */
  readonly bookAmount: boolean;
}

type Partially = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Partially => typeof value === "object" && value !== null;

/** Reads a stored value; fields that an older or newer version wrote differently are dropped. */
function readTradingSettings(kept: unknown): Partial<TradingSettings> | undefined {
  if (!isObject(kept)) return undefined;
  const { confirm, contractUnit, marketUnit, shortcuts, bookAmount } = kept;
  const asked = isObject(confirm)
    ? Object.fromEntries(
        CONFIRMED.filter((each) => typeof confirm[each] === "boolean").map((each) => [each, confirm[each]]),
      )
    : {};
  return {
    confirm: asked as TradingSettings["confirm"],
    ...(SIZE_UNITS.some((unit) => unit === contractUnit) && { contractUnit: contractUnit as SizeUnit }),
    ...((marketUnit === "base" || marketUnit === "quote") && { marketUnit }),
    ...(typeof shortcuts === "boolean" && { shortcuts }),
    ...(typeof bookAmount === "boolean" && { bookAmount }),
  };
}

const NOTHING_KEPT: Partial<TradingSettings> = {};

export interface TradingSettingsControl {
  readonly settings: TradingSettings;
  readonly setConfirm: (of: Confirmed, asks: boolean) => void;
  readonly change: (changes: Partial<Omit<TradingSettings, "confirm">>) => void;
}

/**
 * The account's trading settings. Until they are set, contracts and timed options follow what this device remembers from
 * earlier versions of the app.
 */
export function useTradingSettings(): TradingSettingsControl {
  const contractsUnasked = useAppStore((state) => state.contractsUnasked);
  const optionsUnasked = useAppStore((state) => state.optionsUnasked);
  const [kept, set] = useAccountDocument("trading", readTradingSettings, NOTHING_KEPT);
  const settings = useMemo(
    (): TradingSettings => ({
      contractUnit: "coin",
      shortcuts: true,
      bookAmount: false,
      ...kept,
      confirm: {
        spot: false,
        contract: !contractsUnasked,
        lever: false,
        option: !optionsUnasked,
        drag: true,
        ...kept.confirm,
      },
    }),
    [kept, contractsUnasked, optionsUnasked],
  );
  return { settings, ...useChanges(set) };
}

function useChanges(set: SetDocument<Partial<TradingSettings>>): Omit<TradingSettingsControl, "settings"> {
  const setConfirm = useCallback(
    (of: Confirmed, asks: boolean) =>
      set((current) => ({
        ...current,
        confirm: { ...current.confirm, [of]: asks } as TradingSettings["confirm"],
      })),
    [set],
  );
  const change = useCallback(
    (changes: Partial<Omit<TradingSettings, "confirm">>) => set((current) => ({ ...current, ...changes })),
    [set],
  );
  return useMemo(() => ({ setConfirm, change }), [setConfirm, change]);
}
