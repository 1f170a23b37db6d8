import { useFormats } from "@candor/ui/ui-context.tsx";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { DrawnOrder } from "../../trading/chart/candle-chart.tsx";
import { priceText, quantityText } from "../../trading/market/market-terms.ts";
import { linePriceOf } from "../../trading/orders/order-figures.ts";
import { actWords } from "../../trading/orders/order-words.ts";
import { useTriggers } from "../../trading/orders/trailing-triggers.ts";
import type { LiveContracts, LivePosition } from "./contract-live.ts";

/** The user's lines on a contract's chart: entry price, liquidation price and open orders. */
export function useContractLines(contracts: LiveContracts, symbol: string): readonly DrawnOrder[] {
  const t = useT();
  const formats = useFormats();
  // In hedge mode a contract has two positions.
  const [first, second] = contracts.live.filter(({ position }) => position.symbol === symbol);
  const firstLines = usePositionLines(first);
  const secondLines = usePositionLines(second);
  const orders = useTriggers("contract", contracts.orders);
  return useMemo(() => {
    const lines: DrawnOrder[] = [...firstLines, ...secondLines];
    for (const order of orders) {
      const price = linePriceOf(order);
      if (order.symbol !== symbol || price === null) continue;
      const side = t(actWords(order));
      lines.push({
        orderId: order.orderId,
        side: order.side,
        price,
        label: `${side} ${formats.decimal(order.quantity, { minDecimals: 0 })} · ${formats.decimal(price)}`,
      });
    }
    return lines;
  }, [firstLines, secondLines, orders, symbol, t, formats]);
}

/** A position's lines. They stay the same while only its mark changes. */
function usePositionLines(own: LivePosition | undefined): readonly DrawnOrder[] {
  const t = useT();
  const formats = useFormats();
  const name = own?.name;
  const entry = own?.position.averagePrice;
  const lots = own?.held.lots ?? 0;
  const terms = own?.held.terms;
  const liquidationTicks = own?.figures.liquidationTicks ?? 0;
  return useMemo(() => {
    if (entry === undefined || terms === undefined) return [];
    const isLong = lots > 0;
    const size = formats.decimal(quantityText(Math.abs(lots), terms), { minDecimals: 0 });
    const lines: DrawnOrder[] = [
      {
        orderId: `position ${name}`,
        side: isLong ? "buy" : "sell",
        price: entry,
        label: `${t(isLong ? "contract.long" : "contract.short")} ${size} · ${t("contract.entry")} ${formats.decimal(entry)}`,
      },
    ];
    if (liquidationTicks > 0) {
      const price = priceText(liquidationTicks, terms);
      lines.push({
        orderId: `liquidation ${name}`,
        side: isLong ? "sell" : "buy",
        price,
        label: `${t("contract.liquidation")} ${formats.decimal(price)}`,
      });
    }
    return lines;
  }, [name, entry, lots, terms, liquidationTicks, t, formats]);
}
