import type { LiquidationMethod } from "@candor/domain/enumerations";
import type { MessageKey } from "../../i18n/message-keys.ts";

/** How a liquidated position was closed. */
export const METHOD_WORDS: Readonly<Record<LiquidationMethod, MessageKey>> = {
  orders: "records.methodOrders",
  book: "records.methodBook",
  "insurance-fund": "records.methodFund",
  adl: "records.methodAdl",
};
