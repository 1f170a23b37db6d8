import { signOfDecimal } from "@candor/text/decimal-text";
import { compareDecimals } from "@candor/ui/decimal-math";
import type { MessageKey } from "../../i18n/message-keys.ts";

/** The index is counted in whole hundred millionths, which are exact up to here. */
export const MOST_ALERT_PRICE = "90000000";

/** What is wrong with the price of an alert; null: nothing. */
export function alertProblem(price: string): MessageKey | null {
  if (price === "") return "notify.priceMissing";
  if (signOfDecimal(price) === 0) return "notify.priceZero";
  return compareDecimals(price, MOST_ALERT_PRICE) > 0 ? "notify.priceMost" : null;
}
