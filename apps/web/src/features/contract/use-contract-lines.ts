import { useFormats } from "@candor/ui/ui-context.tsx";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { DrawnOrder } from "../../trading/chart/candle-chart.tsx";
import { priceText, quantityText } from "../../trading/market/market-terms.ts";
import { linePriceOf } from "../../trading/orders/order-figures.ts";
import { useTriggers } from "../../trading/orders/trailing-triggers.ts";
import type { LiveContracts } from "./contract-live.ts";

/** The user's lines on a contract's chart: entry price, liquidation price and open orders. */
export function useContractLines(contracts: LiveContracts, symbol: string): readonly DrawnOrder[] {
  const t = useT();
  const formats = useFormats();
  const own = contracts.live.find(({ position }) => position.symbol === symbol);
  const entry = own?.position.averagePrice;
  const lots = own?.held.lots ?? 0;
  const terms = own?.held.terms;
  const liquidationTicks = own?.figures.liquidationTicks ?? 0;
  const orders = useTriggers("contract", contracts.orders);
  return useMemo(() => {
    const lines: DrawnOrder[] = [];
    const words = (text: string | null) => formats.decimal(text, { minDecimals: 0 });
    if (entry !== undefined && terms !== undefined) {
      const isLong = lots > 0;
      const side = isLong ? "buy" : "sell";
      const size = words(quantityText(Math.abs(lots), terms));
      lines.push({
        orderId: "position",
        side,
        price: entry,
        label: `${t(isLong ? "contract.long" : "contract.short")} ${size} · ${t("contract.entry")} ${formats.decimal(entry)}`,
      });
      if (liquidationTicks > 0) {
        const price = priceText(liquidationTicks, terms);
        lines.push({
          orderId: "liquidation",
          side: isLong ? "sell" : "buy",
          price,
          label: `${t("contract.liquidation")} ${formats.decimal(price)}`,
        });
      }
    }
    for (const order of orders) {
      const price = linePriceOf(order);
      if (order.symbol !== symbol || price === null) continue;
      const side = t(order.side === "buy" ? "trade.buy" : "trade.sell");
      lines.push({
        orderId: order.orderId,
        side: order.side,
        price,
        label: `${side} ${words(order.quantity)} · ${formats.decimal(price)}`,
      });
    }
    return lines;
  }, [entry, lots, terms, liquidationTicks, orders, symbol, t, formats]);
}
