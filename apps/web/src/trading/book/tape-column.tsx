import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WirePublicTrade } from "@candor/wire/objects";
import { memo } from "react";
import type { MarketKind } from "../../data/market-kind.ts";
import { useT } from "../../i18n/use-t.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import { live } from "../../shell/services/services.ts";
import type { MarketFormat } from "../market/market-format.ts";
import "./book.css";

export interface TapeColumnProps {
  readonly symbol: string;
  readonly kind?: MarketKind;
  readonly look: MarketFormat;
  readonly rows: number;
}

/** The market's last trades, newest first. A dotted time marks trades with a labeled sandbox trader. */
export const TapeColumn = memo(function TapeColumn({ symbol, kind = "spot", look, rows }: TapeColumnProps) {
  const t = useT();
  const { trades, state } = useLive(live.trades(symbol, kind));
  const hasLabelled = trades.some((trade) => trade.labelled);
  return (
    <section
      className="book tape has-totals"
      translate="no"
      aria-label={t("trade.lastTrades")}
      aria-busy={state === "loading"}
    >
      <div className="bh">
        <span>{t("trade.price")}</span>
        <span>{t("trade.amountIn", { coin: look.base })}</span>
        <span>{t("trade.time")}</span>
      </div>
      {trades.length === 0 && state !== "loading" && (
        <p className="muted small tape-empty">{t("trade.noTrades")}</p>
      )}
      {trades.slice(0, rows).map((trade) => (
        <TradeLine key={trade.tradeId} trade={trade} look={look} />
      ))}
      {hasLabelled && <p className="muted small tape-note">{t("trade.sandboxTradeNote")}</p>}
    </section>
  );
});

const TradeLine = memo(function TradeLine({
  trade,
  look,
}: {
  readonly trade: WirePublicTrade;
  readonly look: MarketFormat;
}) {
  const t = useT();
  const formats = useFormats();
  const label = trade.labelled ? { className: "dot", title: t("trade.sandboxTrade") } : {};
  return (
    <div className={`br ${trade.side === "buy" ? "b" : "a"}`}>
      <FinancialText value={trade.price} decimals={look.priceDecimals} />
      <FinancialText value={trade.quantity} decimals={look.quantityDecimals} />
      <span className="muted n" translate="no">
        <span {...label}>{formats.date(trade.timeMs, "time-seconds")}</span>
      </span>
    </div>
  );
});
