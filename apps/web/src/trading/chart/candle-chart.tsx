import type { ChartPeriod } from "@candor/domain/enumerations";
import { decimalParts, formatDecimalText } from "@candor/text/decimal-text";
import type { Formats } from "@candor/ui/formats";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { type AxisCreateTicksCallback, type Chart, dispose, init, registerLocale } from "klinecharts";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Translate } from "../../i18n/i18n.ts";
import { useT } from "../../i18n/use-t.ts";
import { allowVerticalScroll } from "./allow-vertical-scroll.ts";
import { CANDLE_PANE, canvasIn } from "./candle-pane.ts";
import type { ChartKind, PriceScale } from "./chart-choices.ts";
import { type ChartFeed, dataLoader, LIBRARY_PERIODS } from "./chart-feed.ts";
import { chartStyles, orderStyles } from "./chart-style.ts";
import { lookOf, tokenOf, watchLook } from "./design-tokens.ts";
import { showHeikinAshi } from "./indicators/heikin-ashi-bars.ts";
import { INDICATOR_TERMS, type Indicator, legendRows, OVERLAYS } from "./indicators/indicator-list.ts";
import { barsAhead, type IndicatorSetups } from "./indicators/indicator-setup.ts";
import { showIndicators } from "./indicators/show-indicators.ts";
import type { DrawnOrder } from "./lines/drawn-line.ts";
import { ORDER_LINE } from "./lines/order-line.ts";
import { LOGARITHM_AXIS } from "./scale/logarithm-axis.ts";
import { PERCENT_AXIS } from "./scale/percent-axis.ts";

export interface CandleChartProps {
  readonly label: string;
  readonly symbol: string;
  readonly period: ChartPeriod;
  readonly kind: ChartKind;
  readonly scale: PriceScale;
  /** Whether other markets are drawn over the chart, with a row of the legend. Default: false. */
  readonly isCompared?: boolean;
  readonly indicators: readonly Indicator[];
  readonly setups: IndicatorSetups;
  readonly orders: readonly DrawnOrder[];
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly feed: ChartFeed;
  /** What the volume counts, if not only trades of this exchange. */
  readonly volumeNote?: string | undefined;
  /** Called with whether fetching bars currently fails. */
  readonly onTrouble: (isTroubled: boolean) => void;
  /** Called with the library's chart once it exists, for tools around it, and with null when it ends. */
  readonly onChart?: (chart: Chart | null) => void;
}

const ORDER_GROUP = "orders";
/** Pixels right of the newest bar, and per bar. */
const SPACE_RIGHT = 24;
const BAR_SPACE = 8;
/** Greatest fraction of the width right of the newest bar, for what is drawn ahead of it. */
const MOST_AHEAD = 0.3;
/** Pixels above the highest bar: for its price, and per row of the legend. */
const SPACE_TOP = 30;
const LEGEND_ROW = 18;
/** Greatest fraction of the height above the highest bar. */
const MOST_SPACE_TOP = 0.35;
/** Fraction of the height below the lowest bar, and least pixels: its price is there. */
const SPACE_BOTTOM = 0.08;
const LEAST_SPACE_BOTTOM = 20;

/**
 * Returns the library's gaps for the space above and below the bars. It adds both to the range of the prices, so each
 * becomes a smaller part of the whole.
 * @param height of the pane in pixels
 */
function candleGap(rows: number, height: number) {
  const top = Math.min(SPACE_TOP + LEGEND_ROW * Math.max(1, rows), height * MOST_SPACE_TOP);
  const bottom = Math.max(LEAST_SPACE_BOTTOM, height * SPACE_BOTTOM);
  const growth = height / Math.max(1, height - top - bottom);
  return { top: top * growth, bottom: bottom * growth };
}
const AXES: Readonly<Record<PriceScale, string>> = {
  normal: "normal",
  logarithm: LOGARITHM_AXIS,
  percentage: PERCENT_AXIS,
};
/** Values below 0.0001 fold their zeros. */
const FOLD_FROM_ZEROS = 16;

/** Candles (or an area) with indicators and the user's own orders; the data comes from `feed`. */
export function CandleChart(props: CandleChartProps) {
  const { symbol, period, kind, scale, indicators, setups, orders, feed, onTrouble, onChart } = props;
  const { priceDecimals, quantityDecimals, isCompared = false, volumeNote } = props;
  const holder = useRef<HTMLElement>(null);
  const chart = useChart(holder);
  const look = useSyncExternalStore(watchLook, lookOf);
  const feedKey = `${symbol} ${period}`;
  const [drawn, setDrawn] = useState<{ readonly feed: ChartFeed; readonly feedKey: string } | null>(null);
  // Without bars the library draws the axis of an empty range, which looks like real prices.
  const isWaiting = drawn?.feed !== feed || drawn.feedKey !== feedKey;

  useEffect(() => {
    if (chart === null) return undefined;
    const loader = dataLoader(feed, period, onTrouble, () => setDrawn({ feed, feedKey }));
    chart.setSymbol({ ticker: symbol, pricePrecision: priceDecimals, volumePrecision: quantityDecimals });
    chart.setPeriod(LIBRARY_PERIODS[period]);
    chart.setDataLoader(loader);
    return loader.stop;
  }, [chart, symbol, period, feedKey, feed, onTrouble, priceDecimals, quantityDecimals]);

  // oxlint-disable-next-line react/exhaustive-deps -- the tokens depend on `look`
  useEffect(() => {
    if (chart === null || holder.current === null) return;
    chart.setStyles(chartStyles(holder.current, kind));
    showHeikinAshi(chart, kind === "heikin_ashi", tokenOf);
  }, [chart, kind, look]);

  // oxlint-disable-next-line react/exhaustive-deps -- the tokens depend on `look`
  useEffect(() => {
    if (chart !== null)
      showIndicators(chart, indicators, {
        priceDecimals,
        quantityDecimals,
        setups,
        token: tokenOf,
        ...(volumeNote !== undefined && { volumeNote }),
      });
  }, [chart, indicators, setups, look, priceDecimals, quantityDecimals, volumeNote]);

  useEffect(() => {
    const pane = chart?.getSize(CANDLE_PANE);
    if (!chart || !pane) return;
    const { width, height } = pane;
    const figures = OVERLAYS.filter((each) => indicators.includes(each)).map(
      (each) => INDICATOR_TERMS[each].lines.length,
    );
    const rows = legendRows(isCompared ? [...figures, 1] : figures, width);
    chart.overrideYAxis({ paneId: CANDLE_PANE, name: AXES[scale], gap: candleGap(rows, height) });
  }, [chart, scale, indicators, isCompared]);

  const ahead = barsAhead(indicators, setups);
  useEffect(() => {
    if (chart === null) return;
    const width = chart.getSize()?.width ?? 0;
    chart.setOffsetRightDistance(Math.max(SPACE_RIGHT, Math.min(ahead * BAR_SPACE, width * MOST_AHEAD)));
  }, [chart, ahead]);

  // oxlint-disable-next-line react/exhaustive-deps -- the tokens depend on `look`
  useEffect(() => {
    if (chart !== null) showOrders(chart, orders);
  }, [chart, orders, look]);

  useEffect(() => {
    onChart?.(chart);
    return () => onChart?.(null);
  }, [chart, onChart]);

  const { label } = props;
  useEffect(() => {
    if (chart !== null) canvasIn(holder.current)?.setAttribute("aria-label", label);
  }, [chart, label]);

  return <figure ref={holder} className="candles" aria-label={label} aria-busy={isWaiting} />;
}

/** Creates the library's chart in `holder`, in the user's language, following its size. */
function useChart(holder: RefObject<HTMLElement | null>): Chart | null {
  const t = useT();
  const formats = useFormats();
  const [chart, setChart] = useState<Chart | null>(null);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    const made = init(element, {
      styles: chartStyles(element, "candle_solid"),
      decimalFold: { threshold: FOLD_FROM_ZEROS },
    });
    takeKeys(element);
    const ending = new AbortController();
    allowVerticalScroll(element, ending.signal);
    made?.setOffsetRightDistance(SPACE_RIGHT);
    made?.setBarSpace(BAR_SPACE);
    made?.overrideXAxis({ createTicks: wholeTimes });
    // oxlint-disable-next-line react/set-state-in-effect -- the library's chart exists only once its element does
    setChart(made);
    const sizes = new ResizeObserver(() => made?.resize());
    sizes.observe(element);
    return () => {
      ending.abort();
      sizes.disconnect();
      setChart(null);
      dispose(element);
    };
  }, [holder]);

  // In another language the chart keeps its data and the range that it shows.
  useEffect(() => {
    if (chart === null) return;
    const { marks, tag } = formats;
    registerLocale(tag, localeWords(t));
    chart.setFormatter({ formatBigNumber: (value) => formats.compact(String(value)) });
    chart.setThousandsSeparator({
      sign: marks.group,
      format: (value) => localFigure(String(value), formats),
    });
    chart.setLocale(tag);
  }, [chart, t, formats]);
  return chart;
}

/**
 * Arrow keys move and zoom the library's canvas. The library puts the canvas first in the page's tab order, without a
 * name and focus ring; this restores its natural position.
 */
function takeKeys(holder: HTMLElement): void {
  const canvas = canvasIn(holder);
  if (!canvas) return;
  canvas.tabIndex = 0;
  canvas.style.outline = "";
  canvas.setAttribute("role", "application");
}

/** Half the width of a digit of the time axis, in pixels. */
const HALF_DIGIT = 3.5;

/** Omits times that would be cut at the edges: ":45" is no time. */
const wholeTimes: AxisCreateTicksCallback = ({ bounding, defaultTicks }) =>
  defaultTicks.filter(({ coord, text }) => {
    const half = text.length * HALF_DIGIT;
    return coord >= half && coord <= bounding.width - half;
  });

/** Formats a value or percentage for the locale; text that is not a plain decimal ("1.2K") stays unchanged. */
function localFigure(text: string, formats: Formats): string {
  if (text.endsWith("%")) return formats.percent(text.slice(0, -1), { signed: false });
  return decimalParts(text, formats.marks) === null ? text : formatDecimalText(text, formats.marks);
}

/** Labels of the values under the crosshair. The library requires all keys; unused ones are empty. */
const localeWords = (t: Translate) => ({
  time: `${t("chart.time")} `,
  open: `${t("chart.open")} `,
  high: `${t("chart.high")} `,
  low: `${t("chart.low")} `,
  close: `${t("chart.close")} `,
  volume: `${t("chart.volume")} `,
  change: "",
  turnover: "",
  second: "",
  minute: "",
  hour: "",
  day: "",
  week: "",
  month: "",
  year: "",
});

function showOrders(chart: Chart, orders: readonly DrawnOrder[]): void {
  chart.removeOverlay({ groupId: ORDER_GROUP });
  for (const order of orders) {
    chart.createOverlay({
      name: ORDER_LINE,
      id: `order-${order.orderId}`,
      groupId: ORDER_GROUP,
      lock: true,
      points: [{ value: Number(order.price) }],
      extendData: { label: order.label },
      styles: orderStyles(document.documentElement, order.isPending),
    });
  }
}
