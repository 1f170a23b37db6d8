import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { WireTrade } from "@candor/wire/objects";
import type { ReactNode } from "react";
import type { Translate } from "../../i18n/i18n.ts";
import { tradeProfit } from "./trade-profit.ts";

/** What a trade realized, for its card; nothing if it realized nothing. */
export function profitFigures(
  t: Translate,
  trade: WireTrade,
): readonly { readonly label: string; readonly value: ReactNode }[] {
  const profit = tradeProfit(trade);
  if (profit === null) return [];
  const value = <FinancialText value={profit} toned sign="always" minDecimals={2} />;
  return [{ label: t("records.realizedProfit"), value }];
}
