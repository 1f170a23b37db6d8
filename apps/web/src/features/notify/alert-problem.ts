import { signOfDecimal } from "@candor/text/decimal-text";
import { compareDecimals } from "@candor/ui/decimal-math";
import type { MessageKey } from "../../i18n/message-keys.ts";

/** Index prices are whole numbers of 1e-8, exact up to this price. */
export const MAX_ALERT_PRICE = "90000000";

/** Returns the problem with an alert's price; null if valid. */
export function alertProblem(price: string): MessageKey | null {
  if (price === "") return "notify.priceMissing";
  if (signOfDecimal(price) === 0) return "notify.priceZero";
  return compareDecimals(price, MAX_ALERT_PRICE) > 0 ? "notify.priceMost" : null;
}
