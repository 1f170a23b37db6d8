import type { Chart } from "klinecharts";
import { type MarketTerms, priceText } from "../../market/market-terms.ts";

/** The library's name of the pane with the candles. */
const CANDLES = "candle_pane";

/** Returns the element over which the chart is drawn: layers of the app's own go into it. */
export const layerOf = (chart: Chart): HTMLElement | null => chart.getDom()?.parentElement ?? null;

/** Returns the area of the candles on the screen, without axes. */
export const areaOf = (chart: Chart): DOMRect | undefined =>
  chart.getDom(CANDLES, "main")?.getBoundingClientRect();

/** Returns the price at a height, in ticks of the market; undefined outside the candles. */
export function ticksAt(chart: Chart, y: number, { scale }: MarketTerms): number | undefined {
  const [point] = chart.convertFromPixel([{ y }], { paneId: CANDLES }) as readonly { value?: number }[];
  const value = point?.value;
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return Math.max(1, Math.round((value * E8) / scale.tickE8));
}

const E8 = 100_000_000;

/** Returns a price in ticks as a number for drawing. */
export const drawnAt = (ticks: number, terms: MarketTerms): number => Number(priceText(ticks, terms));
