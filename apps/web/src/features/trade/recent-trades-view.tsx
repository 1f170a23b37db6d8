import type { WirePublicTrade } from "@candor/protocol/wire/objects";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { memo } from "react";
import { useT } from "../../i18n/use-t.ts";

export interface RecentTradesViewProps {
  readonly trades: readonly WirePublicTrade[];
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
}

/** The market's last trades, newest first. A dotted time marks trades with a labelled sandbox trader. */
export function RecentTradesView({ trades, priceDecimals, quantityDecimals }: RecentTradesViewProps) {
  const t = useT();
  return (
    <section className="book tape" aria-label={t("trade.lastTrades")}>
      <div className="bh">
        <span>{t("trade.price")}</span>
        <span>{t("trade.amount")}</span>
        <span>{t("trade.time")}</span>
      </div>
      {trades.length === 0 && <p className="muted small tape-empty">{t("trade.noTrades")}</p>}
      {trades.map((trade) => (
        <TradeLine
          key={trade.tradeId}
          trade={trade}
          priceDecimals={priceDecimals}
          quantityDecimals={quantityDecimals}
        />
      ))}
    </section>
  );
}

interface TradeLineProps {
  readonly trade: WirePublicTrade;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
}

const TradeLine = memo(function TradeLine({ trade, priceDecimals, quantityDecimals }: TradeLineProps) {
  const t = useT();
  const formats = useFormats();
  const label = trade.labelled ? { className: "dot", title: t("trade.sandboxTrade") } : {};
  return (
    <div className={`br ${trade.side === "buy" ? "b" : "a"}`}>
      <FinancialText value={trade.price} decimals={priceDecimals} />
      <FinancialText value={trade.quantity} decimals={quantityDecimals} />
      <span className="muted n">
        <span {...label}>{formats.date(trade.timeMs, "time-seconds")}</span>
      </span>
    </div>
  );
});
