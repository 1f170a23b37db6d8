import { useFormats } from "@candor/ui/ui-context.tsx";
import { useEffect, useMemo, useRef } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { DrawnOrder } from "../../trading/chart/lines/drawn-line.ts";
import { useDrawnOrders } from "../../trading/chart/use-drawn-orders.ts";
import { priceText, quantityText } from "../../trading/market/market-terms.ts";
import type { ShownMarket } from "../../trading/market/use-market.ts";
import { useTriggers } from "../../trading/orders/trailing-triggers.ts";
import type { LiveContracts, LivePosition } from "./contract-live.ts";
import { MoneyText } from "./figure-text.tsx";
import { netProfitOfPart } from "./part-level.ts";
import type { ContractActions } from "./use-contract-actions.ts";

/** The user's lines on a contract's chart: entry, liquidation, take-profit and stop-loss, and open orders. */
export function useContractLines(
  contracts: LiveContracts,
  shown: ShownMarket,
  acts: Pick<ContractActions, "changePrice" | "moveProtection">,
): readonly DrawnOrder[] {
  const { symbol } = shown.market;
  const { changePrice, moveProtection } = acts;
  // In hedge mode a contract has two positions.
  const [first, second] = contracts.live.filter(({ position }) => position.symbol === symbol);
  const firstLines = usePositionLines(first);
  const secondLines = usePositionLines(second);
  const firstLevels = useProtectionLines(first, moveProtection);
  const secondLevels = useProtectionLines(second, moveProtection);
  const orders = useTriggers("contract", contracts.orders);
  const orderLines = useDrawnOrders(symbol, orders, { shown, changePrice });
  return useMemo(
    () => [...firstLines, ...secondLines, ...firstLevels, ...secondLevels, ...orderLines],
    [firstLines, secondLines, firstLevels, secondLevels, orderLines],
  );
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

const LEVELS = [
  {
    field: "takeProfitPrice",
    words: "contract.takeProfit",
    title: "lines.moveTakeProfit",
    fact: "contract.atTakeProfit",
  },
  {
    field: "stopLossPrice",
    words: "contract.stopLoss",
    title: "lines.moveStopLoss",
    fact: "contract.atStopLoss",
  },
] as const;

/** A position's take-profit and stop-loss, which can be moved. They stay the same while only its mark changes. */
function useProtectionLines(
  own: LivePosition | undefined,
  move: ContractActions["moveProtection"],
): readonly DrawnOrder[] {
  const t = useT();
  const formats = useFormats();
  // A question asked about a line uses the position of that moment.
  const latest = useRef(own);
  useEffect(() => {
    latest.current = own;
  });
  const takeProfitPrice = own?.position.takeProfitPrice ?? null;
  const stopLossPrice = own?.position.stopLossPrice ?? null;
  const name = own?.name;
  const terms = own?.held.terms;
  const lots = own?.held.lots ?? 0;
  return useMemo(() => {
    if (terms === undefined) return [];
    const prices = { takeProfitPrice, stopLossPrice };
    const isLong = lots > 0;
    const size = formats.decimal(quantityText(Math.abs(lots), terms), { minDecimals: 0 });
    return LEVELS.flatMap(({ field, words, title, fact }): DrawnOrder[] => {
      const price = prices[field];
      if (price === null) return [];
      const profitAt = (ticks: number) => {
        const held = latest.current?.held;
        return held && netProfitOfPart(held, Math.abs(held.lots), ticks);
      };
      return [
        {
          orderId: `${field} ${name}`,
          side: isLong ? "sell" : "buy",
          price,
          label: `${t(words)} ${formats.decimal(price)}`,
          move: {
            title,
            kind: "contract.position",
            subject: `${t(isLong ? "contract.long" : "contract.short")} ${size} ${terms.base}`,
            terms,
            factsAt: (ticks) => [
              {
                key: "profit",
                label: t(fact),
                value: <MoneyText units={profitAt(ticks)} terms={terms} signed hasCoin />,
              },
            ],
            send: async (next) => {
              const { current } = latest;
              return current === undefined ? false : await move(current, field, next);
            },
          },
        },
      ];
    });
  }, [takeProfitPrice, stopLossPrice, name, terms, lots, move, t, formats]);
}
