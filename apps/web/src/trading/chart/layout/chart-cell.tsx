import { PERIODS } from "@candor/domain/enumerations";
import { ChevronDownIcon } from "@candor/ui/icons.tsx";
import { Notice } from "@candor/ui/notice.tsx";
import { Select } from "@candor/ui/select.tsx";
import type { Chart } from "klinecharts";
import { type RefObject, useMemo, useRef, useState } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { live } from "../../../shell/services/services.ts";
import { PairSheet } from "../../market/pair-sheet.tsx";
import { type ShownMarket, useMarket } from "../../market/use-market.ts";
import { CandleChart } from "../candle-chart.tsx";
import { shortPeriod, useChartSettings } from "../chart-settings.ts";
import { DrawingLayer } from "../drawing/drawing-layer.tsx";
import type { DrawnOrder } from "../lines/drawn-line.ts";
import { storeFeed } from "../store-feed.ts";
import { useSpotLines } from "../use-drawn-orders.ts";
import type { GridCell } from "./chart-grid-choices.ts";

export interface ChartCellProps {
  readonly cell: GridCell;
  readonly onChange: (cell: GridCell) => void;
}

/** One more chart: its own market and interval, the style and indicators of all charts. */
export function ChartCell({ cell, onChange }: ChartCellProps) {
  const t = useT();
  const { kind, symbol, period } = cell;
  const shown = useMarket(symbol, kind);
  const panel = useRef<HTMLElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const name = shown?.look.name ?? symbol;
  return (
    <section
      ref={panel}
      className="chart-panel chart-cell"
      aria-label={t("chart.label", { pair: name, interval: shortPeriod(t, period) })}
    >
      <div className="row between chart-tools">
        <button
          type="button"
          className="row pair-button"
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
        >
          <b>{name}</b>
          <ChevronDownIcon size="s" />
        </button>
        <Select
          label={t("chart.interval")}
          value={period}
          onValueChange={(next) => onChange({ ...cell, period: next })}
          choices={PERIODS.map((value) => ({ value, label: shortPeriod(t, value) }))}
        />
      </div>
      {shown === null && <Notice tone="warn">{t("chart.notListed")}</Notice>}
      {shown && <CellChart key={`${kind} ${symbol}`} shown={shown} cell={cell} panel={panel} />}
      <PairSheet
        open={isChoosing}
        onOpenChange={setChoosing}
        symbol={symbol}
        kind={kind}
        onChoose={(next) => onChange({ ...cell, symbol: next })}
      />
    </section>
  );
}

interface CellChartProps {
  readonly shown: ShownMarket;
  readonly cell: GridCell;
  readonly panel: RefObject<HTMLElement | null>;
}

const NO_ORDERS: readonly DrawnOrder[] = [];

function CellChart({ shown, cell, panel }: CellChartProps) {
  const t = useT();
  const { kind, symbol, period } = cell;
  const { kind: style, scale, indicators, setups } = useChartSettings();
  const [chart, setChart] = useState<Chart | null>(null);
  const [isTroubled, setTroubled] = useState(false);
  const feed = useMemo(() => storeFeed(live, symbol, kind), [symbol, kind]);
  const spotOrders = useSpotLines(symbol);
  return (
    <>
      {isTroubled && <Notice tone="warn">{t("chart.failed")}</Notice>}
      <div className="chart-body">
        <CandleChart
          label={t("chart.label", { pair: shown.look.name, interval: shortPeriod(t, period) })}
          symbol={symbol}
          period={period}
          kind={style}
          scale={scale}
          indicators={indicators}
          setups={setups}
          orders={kind === "spot" ? spotOrders : NO_ORDERS}
          priceDecimals={shown.look.priceDecimals}
          quantityDecimals={shown.look.quantityDecimals}
          feed={feed}
          volumeNote={kind === "spot" ? t("chart.volumeSource") : undefined}
          onTrouble={setTroubled}
          onChart={setChart}
        />
        <DrawingLayer chart={chart} shown={shown} panel={panel} hasTools={false} />
      </div>
    </>
  );
}
