import { signOfDecimal } from "@candor/text/decimal-text";
import { addDecimals, compareDecimals, cutDecimals, subtractDecimals } from "@candor/ui/decimal-math";

/** How a value in USDT is shown: in the display currency, cut to its decimals. */
export interface Shown {
  /** null while the rate is unknown. */
  readonly convert: (value: string) => string | null;
  readonly decimals: number;
}

/** opening + flow + transfer + profit = closing. */
export interface Bridge {
  readonly opening: string;
  readonly flow: string;
  readonly transfer: string;
  readonly profit: string;
  readonly closing: string;
}

const show = ({ convert, decimals }: Shown, value: string): string | null => {
  const converted = convert(value);
  return converted === null ? null : cutDecimals(converted, decimals);
};

/**
 * Returns a bridge as it is shown, so that the shown figures add up as well: the profit is what the others leave, which
 * differs from its own cut by units of the last digit. null while the rate is unknown.
 * @param exact in USDT
 */
export function shownBridge(exact: Omit<Bridge, "profit">, shown: Shown): Bridge | null {
  const opening = show(shown, exact.opening);
  const flow = show(shown, exact.flow);
  const transfer = show(shown, exact.transfer);
  const closing = show(shown, exact.closing);
  if (opening === null || flow === null || transfer === null || closing === null) return null;
  return {
    opening,
    flow,
    transfer,
    profit: subtractDecimals(closing, addDecimals(opening, flow, transfer)),
    closing,
  };
}

/**
 * Returns values as they are shown, so that they add up to a shown total. What cutting took is given back in units of
 * the last digit, one for each value that was cut, the largest first. null while the rate is unknown.
 * @param exact in USDT
 * @param total as shown
 */
export function shownParts(exact: readonly string[], total: string, shown: Shown): readonly string[] | null {
  const parts = exact.map((value) => show(shown, value));
  if (!parts.every((part) => part !== null)) return null;
  const unit = shown.decimals === 0 ? "1" : `0.${"1".padStart(shown.decimals, "0")}`;
  const wasCut = exact.map((value, index) => compareDecimals(value, parts[index] ?? "0") !== 0);
  const order = exact
    .map((_, index) => index)
    .sort(
      (a, b) =>
        Number(wasCut[b]) - Number(wasCut[a]) ||
        compareDecimals(size(exact[b] ?? "0"), size(exact[a] ?? "0")),
    );
  const rest = subtractDecimals(total, addDecimals("0", ...parts));
  const step = signOfDecimal(rest) < 0 ? `-${unit}` : unit;
  let left = size(rest);
  for (let turn = 0; compareDecimals(left, unit) >= 0 && order.length > 0; turn += 1) {
    const index = order[turn % order.length] ?? 0;
    parts[index] = addDecimals(parts[index] ?? "0", step);
    left = subtractDecimals(left, unit);
  }
  return parts;
}

const size = (value: string): string => value.replace("-", "");
