import { floorDecimals } from "@candor/ui/decimal-math";
import type { Formats } from "@candor/ui/formats";

const PERCENT_DECIMALS = 2;
const RATE_DECIMALS = 4;

/**
 * Formats a return, a wire fraction, as a signed percentage: "-0.029190" as "−2.92%". Rounded down like a profit, so that a
 * loss never looks smaller than it is; "–" if unknown.
 */
export function returnText(formats: Pick<Formats, "rate">, rate: string | undefined): string {
  const rounded = rate === undefined ? undefined : floorDecimals(rate, RATE_DECIMALS);
  return formats.rate(rounded, { signed: true, decimals: PERCENT_DECIMALS });
}
