import { IconButton, IconLink } from "@candor/ui/button.tsx";
import { classNames } from "@candor/ui/class-names";
import { ChartIcon, FullscreenIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import type { Chart } from "klinecharts";
import { lazy, type RefObject, Suspense, useMemo, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { chartPath } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import type { ShownMarket } from "../market/use-market.ts";
import { CandleChart } from "./candle-chart.tsx";
import { shortPeriod, useChartSettings } from "./chart-settings.ts";
import "./chart.css";
import { isSameMarket } from "./compare/compared-markets.ts";
import { useCompared } from "./compare/use-compared.ts";
import { DepthIcon } from "./depth/depth-icon.tsx";
import { IndicatorRow, IndicatorSheet } from "./indicators/indicator-sheet.tsx";
import { IntervalBar } from "./intervals/interval-bar.tsx";
import { type DrawnOrder, isMovable } from "./lines/drawn-line.ts";
import { FillsSwitch } from "./lines/fills-switch.tsx";
import type { LineLayerProps } from "./lines/line-layer.tsx";
import type { TradedProduct } from "./lines/use-own-fills.ts";
import { storeFeed } from "./store-feed.ts";
import { useSpotLines } from "./use-drawn-orders.ts";

const DrawingLayer = lazy(async () => ({
  default: (await loadPart(() => import("./drawing/drawing-layer.tsx"))).DrawingLayer,
}));
const DepthChart = lazy(async () => ({
  default: (await loadPart(() => import("./depth/depth-chart.tsx"))).DepthChart,
}));
const CompareChoice = lazy(async () => ({
  default: (await loadPart(() => import("./compare/compare-choice.tsx"))).CompareChoice,
}));
const LineLayer = lazy(async () => ({
  default: (await loadPart(() => import("./lines/line-layer.tsx"))).LineLayer,
}));

const NO_LINES: readonly DrawnOrder[] = [];

/** Where the chart appears: in a terminal, as the main part of a page, or as a preview linking to the full chart. */
export type ChartPlace = "terminal" | "page" | "summary";

export interface ChartPanelProps {
  readonly shown: ShownMarket;
  readonly place?: ChartPlace;
  /** Lines drawn over the candles; default: the user's open spot orders. */
  readonly lines?: readonly DrawnOrder[];
  /** Whose fills are shown; default: that of the market. */
  readonly product?: TradedProduct;
  /** Enters a price of the chart into the ticket; absent where there is none. */
  readonly onPrice?: (price: string) => void;
}

/** The lines of a chart: those that stay where they are, and those that can be dragged. A preview has none of these. */
function useChartLines(shown: ShownMarket, place: ChartPlace, given: readonly DrawnOrder[] | undefined) {
  const spotLines = useSpotLines(shown.market.symbol, shown);
  const lines = given ?? (shown.market.market === "spot" ? spotLines : NO_LINES);
  return useMemo(() => {
    const isPreview = place === "summary";
    return {
      fixed: lines.filter((line) => isPreview || !isMovable(line)),
      movable: isPreview ? [] : lines.filter(isMovable),
    };
  }, [lines, place]);
}

/** A market's chart with intervals, indicators and the user's open orders. */
export function ChartPanel({ shown, place = "terminal", lines, product, onPrice }: ChartPanelProps) {
  const t = useT();
  const panel = useRef<HTMLElement>(null);
  const [isDepth, setDepth] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const { symbol, market } = shown.market;
  // A sheet is outside the chart, so full screen would hide it. iPhones lack the full-screen API.
  const leaveFullscreen = async (): Promise<void> => {
    if (document.fullscreenEnabled && document.fullscreenElement !== null)
      await toggleFullscreen(panel.current);
  };
  return (
    <section ref={panel} className={`chart-panel is-${place}`} aria-label={t("chart.title")}>
      <div className="row between chart-tools">
        <IntervalBar looks={place === "terminal" ? "chips" : "tabs"} onOpen={leaveFullscreen} />
        <span className="row chart-buttons">
          {place === "summary" ? (
            <IconLink to={chartPath(symbol, market)} label={t("chart.wholeChart")}>
              <FullscreenIcon />
            </IconLink>
          ) : (
            <>
              <IconButton
                className="chart-switch"
                label={t("chart.depth")}
                aria-pressed={isDepth}
                onClick={() => setDepth(!isDepth)}
              >
                <DepthIcon />
              </IconButton>
              <IconButton
                label={t("chart.settings")}
                onClick={() => void leaveFullscreen().then(() => setChoosing(true))}
              >
                <ChartIcon />
              </IconButton>
            </>
          )}
          {place === "terminal" && <FullscreenButton panel={panel} />}
        </span>
      </div>
      {isDepth ? (
        <Suspense fallback={<div className="candles" aria-busy="true" />}>
          <DepthChart shown={shown} />
        </Suspense>
      ) : (
        <MainChart
          shown={shown}
          place={place}
          panel={panel}
          {...(onPrice && { onPrice })}
          {...(lines && { lines })}
          {...(product && { product })}
        />
      )}
      {place === "page" && (
        <div className="row chart-foot">
          <IndicatorRow />
          <FullscreenButton panel={panel} />
        </div>
      )}
      <IndicatorSheet open={isChoosing} onOpenChange={setChoosing}>
        <Suspense>
          <CompareChoice shown={{ kind: market, symbol }} />
        </Suspense>
        <FillsSwitch />
      </IndicatorSheet>
    </section>
  );
}

interface MainChartProps extends ChartPanelProps {
  readonly place: ChartPlace;
  readonly panel: RefObject<HTMLElement | null>;
}

/** The candles with compared markets, drawings, and the user's lines and fills. */
function MainChart({ shown, place, lines, product, onPrice, panel }: MainChartProps) {
  const t = useT();
  const { period, kind, scale, indicators, setups, compared: chosen } = useChartSettings();
  const [chart, setChart] = useState<Chart | null>(null);
  const [isTroubled, setTroubled] = useState(false);
  const { symbol, market } = shown.market;
  const feed = useMemo(() => storeFeed(live, symbol, market), [symbol, market]);
  const hasTools = place !== "summary";
  const { fixed, movable } = useChartLines(shown, place, lines);
  const compared = useMemo(
    () => (hasTools ? chosen.filter((each) => !isSameMarket(each, { kind: market, symbol })) : []),
    [hasTools, chosen, market, symbol],
  );
  useCompared(chart, compared, period);
  return (
    <>
      {isTroubled && <Notice tone="warn">{t("chart.failed")}</Notice>}
      <div className={classNames("chart-body", hasTools && "has-tools")}>
        <CandleChart
          label={t("chart.label", { pair: shown.look.name, interval: shortPeriod(t, period) })}
          symbol={symbol}
          period={period}
          kind={kind}
          scale={compared.length > 0 ? "percentage" : scale}
          isCompared={compared.length > 0}
          indicators={indicators}
          setups={setups}
          orders={fixed}
          priceDecimals={shown.look.priceDecimals}
          quantityDecimals={shown.look.quantityDecimals}
          feed={feed}
          volumeNote={market === "spot" ? t("chart.volumeSource") : undefined}
          onTrouble={setTroubled}
          onChart={setChart}
        />
        {hasTools && (
          <>
            <Suspense>
              <DrawingLayer chart={chart} shown={shown} panel={panel} />
            </Suspense>
            <Layer
              chart={chart}
              shown={shown}
              product={product ?? market}
              lines={movable}
              onPrice={onPrice}
            />
          </>
        )}
      </div>
    </>
  );
}

function Layer({ chart, ...rest }: Omit<LineLayerProps, "chart"> & { readonly chart: Chart | null }) {
  return <Suspense>{chart !== null && <LineLayer chart={chart} {...rest} />}</Suspense>;
}

function FullscreenButton({ panel }: { readonly panel: RefObject<HTMLElement | null> }) {
  const t = useT();
  if (!document.fullscreenEnabled) return null;
  return (
    <IconButton label={t("chart.fullscreen")} onClick={() => void toggleFullscreen(panel.current)}>
      <FullscreenIcon />
    </IconButton>
  );
}

/** The browser may refuse; the chart then stays as it is. */
async function toggleFullscreen(panel: HTMLElement | null): Promise<void> {
  const change = document.fullscreenElement === null ? panel?.requestFullscreen() : document.exitFullscreen();
  await Promise.allSettled([change]);
}
