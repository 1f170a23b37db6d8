import { PERIODS, type Period } from "@candor/protocol/enumerations";
import { IconButton } from "@candor/ui/button.tsx";
import { ChartIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Chip, Chips } from "@candor/ui/tabs.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useMemo, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { live } from "../../shell/services.ts";
import { useLive } from "../../shell/use-live.ts";
import type { ShownMarket } from "../trade/use-market.ts";
import { CandleChart, type ChartKind, type DrawnOrder } from "./candle-chart.tsx";
import "./chart.css";
import { storeFeed } from "./store-feed.ts";

const SHORT_PERIODS: Readonly<Record<Period, string>> = {
  "1min": "1m",
  "5min": "5m",
  "15min": "15m",
  "30min": "30m",
  "60min": "1h",
  "4hour": "4h",
  "1day": "1d",
  "1week": "1w",
};
const OVERLAYS = ["MA", "EMA", "BOLL", "SAR"] as const;
const PANES = ["VOL", "MACD", "RSI", "KDJ", "OBV", "WR"] as const;
const FIRST_INDICATORS: readonly string[] = ["MA", "VOL"];

export interface ChartPanelProps {
  readonly shown: ShownMarket;
  readonly firstPeriod?: Period;
}

/** A market's chart with its intervals, indicators and the reader's own open orders. */
export function ChartPanel({ shown, firstPeriod = "15min" }: ChartPanelProps) {
  const t = useT();
  const [period, setPeriod] = useState<Period>(firstPeriod);
  const [kind, setKind] = useState<ChartKind>("candle_solid");
  const [indicators, setIndicators] = useState(FIRST_INDICATORS);
  const [isChoosing, setChoosing] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const { symbol } = shown.market;
  const feed = useMemo(() => storeFeed(live, symbol), [symbol]);
  const orders = useDrawnOrders(symbol);
  const toggle = (name: string) => (on: boolean) =>
    setIndicators((before) => (on ? [...before, name] : before.filter((each) => each !== name)));
  return (
    <section className="chart-panel" aria-label={t("chart.title")}>
      <div className="row between chart-tools">
        <Chips
          label={t("chart.interval")}
          square
          value={period}
          onValueChange={(next) => {
            setFailed(false);
            setPeriod(next);
          }}
          choices={PERIODS.map((value) => ({ value, label: SHORT_PERIODS[value] }))}
        />
        <IconButton label={t("chart.indicators")} onClick={() => setChoosing(true)}>
          <ChartIcon />
        </IconButton>
      </div>
      {hasFailed && <Notice tone="warn">{t("chart.failed")}</Notice>}
      <CandleChart
        label={t("chart.label", { pair: shown.look.name, interval: SHORT_PERIODS[period] })}
        symbol={symbol}
        period={period}
        kind={kind}
        indicators={indicators}
        orders={orders}
        priceDecimals={shown.look.priceDecimals}
        quantityDecimals={shown.look.quantityDecimals}
        feed={feed}
        onFailure={() => setFailed(true)}
      />
      <Sheet open={isChoosing} onOpenChange={setChoosing} title={t("chart.indicators")}>
        <div className="stack-4">
          <div className="stack">
            <h3>{t("chart.style")}</h3>
            <div className="row wrap">
              <Chip pressed={kind === "candle_solid"} onPressedChange={() => setKind("candle_solid")}>
                {t("chart.candles")}
              </Chip>
              <Chip pressed={kind === "area"} onPressedChange={() => setKind("area")}>
                {t("chart.line")}
              </Chip>
            </div>
          </div>
          <div className="stack">
            <h3>{t("chart.overPrice")}</h3>
            <div className="row wrap">
              {OVERLAYS.map((name) => (
                <Chip key={name} pressed={indicators.includes(name)} onPressedChange={toggle(name)}>
                  {name}
                </Chip>
              ))}
            </div>
          </div>
          <div className="stack">
            <h3>{t("chart.belowPrice")}</h3>
            <div className="row wrap">
              {PANES.map((name) => (
                <Chip key={name} pressed={indicators.includes(name)} onPressedChange={toggle(name)}>
                  {name}
                </Chip>
              ))}
            </div>
          </div>
        </div>
      </Sheet>
    </section>
  );
}

/** The reader's open orders of this market that have a price, worded for the chart. */
function useDrawnOrders(symbol: string): readonly DrawnOrder[] {
  const t = useT();
  const formats = useFormats();
  const { openOrders } = useLive(live.account);
  return useMemo(
    () =>
      openOrders.flatMap((order): DrawnOrder[] => {
        const price = order.status === "untriggered" ? (order.stopPrice ?? order.price) : order.price;
        if (order.symbol !== symbol || price === null) return [];
        const side = t(order.side === "buy" ? "trade.buy" : "trade.sell");
        const amount = formats.decimal(order.quantity ?? order.quoteQuantity, { minDecimals: 0 });
        return [{ orderId: order.orderId, side: order.side, price, label: `${side} ${amount}` }];
      }),
    [openOrders, symbol, t, formats],
  );
}
