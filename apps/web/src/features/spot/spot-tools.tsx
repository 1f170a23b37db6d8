import type { ReactNode } from "react";
import type { ShownMarket } from "../../trading/market/use-market.ts";
import type { SpotOrderActions } from "../../trading/orders/use-orders.ts";
import type { MarketNow } from "../../trading/ticket/ticket-prices.ts";
import { ToolButtons } from "../../trading/tools/tool-buttons.tsx";

/** Returns what renders the tools below a spot ticket. */
export const spotTools =
  ({ terms }: ShownMarket, { sendOrder }: SpotOrderActions) =>
  (now: MarketNow): ReactNode => <ToolButtons product="spot" terms={terms} now={now} sendOrder={sendOrder} />;
