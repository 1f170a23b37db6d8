import type {
  AxisCreateTicksCallback,
  Chart,
  IndicatorCreate,
  IndicatorFigure,
  YAxisOverride,
} from "klinecharts";
import { CANDLE_PANE } from "../candle-pane.ts";
import { macdFigures, volumeFigures } from "./bar-figures.ts";
import { indicatorDecimals } from "./indicator-decimals.ts";
import { type Indicator, type LineColor, OVERLAYS } from "./indicator-list.ts";
import { type IndicatorSetups, usualSetup } from "./indicator-setup.ts";
import { registerOwnIndicators } from "./own-indicators.ts";

registerOwnIndicators();

export interface IndicatorLook {
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly setups: IndicatorSetups;
  /** What the volume counts, if not only trades of this exchange. */
  readonly volumeNote?: string;
  /** Returns the value of a color's design token: #RRGGBB. */
  readonly token: (color: LineColor) => string;
}

const OVER_CANDLES: ReadonlySet<Indicator> = new Set(OVERLAYS);
/** Pixels of a pane; lower if all of them would leave the candles less than about half of the chart. */
const PANE_HEIGHT = 84;
const LEAST_PANE_HEIGHT = 58;
const MOST_SHARE_OF_PANES = 0.5;
/** Pixels above the curves of a pane, for its legend. */
const LEGEND_HEIGHT = 22;
/** Styles of an indicator replace the library's own whole. */
const SOLID_LINE = { style: "solid" as const, smooth: false, dashedValue: [2, 2] };
/** #RRGGBB and this are a color with 38% opacity. */
const VOLUME_OPACITY = "61";
const LINE_SIZE = 1;
const TREND_SIZE = 2;
/** Titles with the period instead of a number: "RSI14". */
const NAMED_BY_PERIOD: ReadonlySet<Indicator> = new Set<Indicator>(["RSI", "WR"]);
/** The library counts the acceleration of the SAR in percent. */
const IN_PERCENT: ReadonlySet<Indicator> = new Set<Indicator>(["SAR"]);
/** Range and marked values of oscillators. */
const FIXED_RANGES: Readonly<Partial<Record<Indicator, OscillatorRange>>> = {
  RSI: { from: 0, to: 100, marks: [30, 70] },
  WR: { from: -100, to: 0, marks: [-80, -20] },
};

interface OscillatorRange {
  readonly from: number;
  readonly to: number;
  readonly marks: readonly number[];
}

/** Replaces the chart's indicators. Those of other features, which have ids of their own, stay. */
export function showIndicators(chart: Chart, indicators: readonly Indicator[], look: IndicatorLook): void {
  for (const { id, name, paneId } of chart.getIndicators()) {
    if (id === idOf(name)) chart.removeIndicator({ id, paneId });
  }
  const panes = indicators.filter((name) => !OVER_CANDLES.has(name)).length;
  const room = ((chart.getSize()?.height ?? 0) * MOST_SHARE_OF_PANES) / panes;
  const height = Math.round(Math.max(LEAST_PANE_HEIGHT, Math.min(PANE_HEIGHT, room)));
  for (const name of indicators) {
    const isOver = OVER_CANDLES.has(name);
    const paneId = isOver ? CANDLE_PANE : `pane_${name}`;
    chart.createIndicator({ ...created(name, look), paneId }, isOver);
    if (!isOver) {
      chart.setPaneOptions({ id: paneId, height });
      chart.overrideYAxis({ paneId, ...paneAxis(name, look) });
    }
  }
}

const idOf = (name: string): string => `candor-${name}`;

function created(name: Indicator, look: IndicatorLook): IndicatorCreate {
  const { params, colors } = look.setups[name] ?? usualSetup(name);
  const size = name === "SUPERTREND" ? TREND_SIZE : LINE_SIZE;
  const calcParams = IN_PERCENT.has(name) ? params.map((value) => value * 100) : [...params];
  const [up, down, same] = [look.token("up"), look.token("down"), look.token("ma6")];
  const faded = (color: string): string => `${color}${VOLUME_OPACITY}`;
  return {
    name,
    id: idOf(name),
    precision: indicatorDecimals(name, look.priceDecimals, look.quantityDecimals),
    calcParams,
    styles: {
      ...(colors.length > 0 && {
        lines: colors.map((color) => ({ ...SOLID_LINE, color: look.token(color), size })),
      }),
    },
    // Volume is only drawn; its averages and labels would cover it.
    ...(name === "VOL" && {
      figures: volumeFigures({ up: faded(up), down: faded(down), same: faded(same) }) as IndicatorFigure[],
      createTooltipDataSource: () => legendOf(look.volumeNote),
    }),
    // Not faded: the legend has the color of the bars.
    ...(name === "MACD" && { figures: macdFigures({ up, down, same }) as IndicatorFigure[] }),
    ...(NAMED_BY_PERIOD.has(name) && {
      regenerateFigures: (periods) =>
        periods.map((period, index) => ({
          key: `${name.toLowerCase()}${index + 1}`,
          title: `${name}${String(period)}: `,
          type: "line",
        })),
    }),
  };
}

const legendOf = (note: string | undefined) => ({
  name: "",
  calcParamsText: "",
  features: [],
  legends: note === undefined ? [] : [{ title: note, value: "" }],
});

/** Space for the legend above the curves; a fixed range where the values have one. */
function paneAxis(name: Indicator, { volumeNote }: IndicatorLook): YAxisOverride {
  const hasLegend = name !== "VOL" || volumeNote !== undefined;
  const gap = {
    top: hasLegend ? LEGEND_HEIGHT + (name === "VOL" ? 6 : 0) : 0.1,
    bottom: name === "VOL" ? 0 : 4,
  };
  const fixed = FIXED_RANGES[name];
  if (fixed === undefined) return { gap };
  const { from, to, marks } = fixed;
  const range = to - from;
  const createTicks: AxisCreateTicksCallback = ({ bounding, range: shown }) =>
    marks.map((value) => ({
      value,
      text: String(value),
      coord: ((shown.to - value) / shown.range) * bounding.height,
    }));
  return {
    gap,
    createTicks,
    createRange: () => ({
      from,
      to,
      range,
      realFrom: from,
      realTo: to,
      realRange: range,
      displayFrom: from,
      displayTo: to,
      displayRange: range,
    }),
  };
}
