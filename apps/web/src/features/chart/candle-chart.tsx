import type { Period, Side } from "@candor/protocol/enumerations";
import { formatDecimalText } from "@candor/ui/number-format";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { type Chart, dispose, init } from "klinecharts";
import { useEffect, useRef } from "react";
import { CHART_PERIODS, type ChartFeed, dataLoader } from "./chart-feed.ts";
import { chartStyles } from "./chart-style.ts";

export type ChartKind = "candle_solid" | "area";

/** An order of the reader's own, drawn as a dashed line. */
export interface DrawnOrder {
  readonly orderId: string;
  readonly side: Side;
  readonly price: string;
  /** "Buy 0.0420" in the reader's language. */
  readonly label: string;
}

export interface CandleChartProps {
  readonly label: string;
  readonly symbol: string;
  readonly period: Period;
  readonly kind: ChartKind;
  /** Names of the library: "MA", "EMA", "BOLL" over the candles; "VOL", "MACD", "RSI", … in panes of their own. */
  readonly indicators: readonly string[];
  readonly orders: readonly DrawnOrder[];
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly feed: ChartFeed;
  readonly onFailure: (error: unknown) => void;
}

const OVER_CANDLES: ReadonlySet<string> = new Set(["MA", "EMA", "SMA", "BOLL", "SAR", "BBI"]);
const MA_LENGTHS = [7, 25, 30];
const CANDLE_PANE = "candle_pane";
const PANE_HEIGHT = 76;
const ORDER_GROUP = "orders";

/** Candles (or an area) with indicators and the reader's own orders; the data comes from `feed`. */
export function CandleChart(props: CandleChartProps) {
  const { symbol, period, kind, indicators, orders, feed, onFailure, priceDecimals, quantityDecimals } =
    props;
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart | null>(null);
  const failure = useRef(onFailure);
  failure.current = onFailure;
  const { marks, tag } = useFormats();

  useEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    const made = init(element, {
      styles: chartStyles(element),
      locale: "en-US",
      thousandsSeparator: {
        sign: marks.group,
        format: (value) => formatDecimalText(String(value), marks) ?? String(value),
      },
      decimalFold: { threshold: 16 },
    });
    chart.current = made;
    const restyle = (): void => made?.setStyles(chartStyles(element));
    const themes = new MutationObserver(restyle);
    themes.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ["data-theme", "data-updown"],
    });
    const sizes = new ResizeObserver(() => made?.resize());
    sizes.observe(element);
    return () => {
      themes.disconnect();
      sizes.disconnect();
      chart.current = null;
      dispose(element);
    };
  }, [marks]);

  useEffect(() => {
    const made = chart.current;
    if (made === null) return;
    made.setSymbol({ ticker: symbol, pricePrecision: priceDecimals, volumePrecision: quantityDecimals });
    made.setPeriod(CHART_PERIODS[period]);
    made.setDataLoader(dataLoader(feed, period, (error) => failure.current(error)));
  }, [symbol, period, feed, priceDecimals, quantityDecimals, marks]);

  useEffect(() => {
    chart.current?.setStyles({ candle: { type: kind } });
  }, [kind, marks]);

  const wanted = indicators.join(",");
  useEffect(() => {
    const made = chart.current;
    if (made === null) return;
    made.removeIndicator();
    for (const name of wanted.split(",").filter((each) => each !== "")) {
      if (OVER_CANDLES.has(name)) {
        const lengths = name === "MA" || name === "EMA" ? { calcParams: MA_LENGTHS } : {};
        made.createIndicator({ name, paneId: CANDLE_PANE, ...lengths }, true);
      } else {
        const paneId = `pane_${name}`;
        made.createIndicator({ name, paneId });
        made.setPaneOptions({ id: paneId, height: PANE_HEIGHT });
      }
    }
  }, [wanted, marks]);

  useEffect(() => {
    const made = chart.current;
    if (made === null) return;
    made.removeOverlay({ groupId: ORDER_GROUP });
    const color = getComputedStyle(document.documentElement).getPropertyValue("--c-primary").trim();
    for (const order of orders) {
      made.createOverlay({
        name: "priceLine",
        id: `order-${order.orderId}`,
        groupId: ORDER_GROUP,
        lock: true,
        points: [{ value: Number(order.price) }],
        extendData: order.label,
        styles: {
          line: { color, style: "dashed", dashedValue: [4, 3], size: 1 },
          text: { backgroundColor: color },
        },
      });
    }
  }, [orders, marks]);

  return <div ref={holder} className="candles" role="img" aria-label={props.label} lang={tag} />;
}
