import { isOneOf } from "../is-one-of.ts";
import {
  INDICATOR_TERMS,
  type Indicator,
  LINE_COLORS,
  type LineColor,
  type ParamTerms,
} from "./indicator-list.ts";

/** What the user chose for an indicator: parameters and colors in the order of `INDICATOR_TERMS`. */
export interface IndicatorSetup {
  readonly params: readonly number[];
  readonly colors: readonly LineColor[];
}

/** Indicators without an entry have their usual setup. */
export type IndicatorSetups = Readonly<Partial<Record<Indicator, IndicatorSetup>>>;

/** Returns the setup that an indicator has until the user changes it. */
export const usualSetup = (name: Indicator): IndicatorSetup => ({
  params: INDICATOR_TERMS[name].params.map(({ usual }) => usual),
  colors: INDICATOR_TERMS[name].lines.map(({ usual }) => usual),
});

/** Place of the displacement among the parameters of the Ichimoku. */
const DISPLACEMENT = 3;

/** Returns how many bars indicators are drawn ahead of the newest bar. */
export function barsAhead(indicators: readonly Indicator[], setups: IndicatorSetups): number {
  if (!indicators.includes("ICHIMOKU")) return 0;
  return (setups.ICHIMOKU ?? usualSetup("ICHIMOKU")).params[DISPLACEMENT] ?? 0;
}

/** Whether a parameter is a finite number within its bounds and with few enough decimals. */
export function isAllowed(value: unknown, { least, most, decimals }: ParamTerms): value is number {
  if (typeof value !== "number" || !Number.isFinite(value) || value < least || value > most) return false;
  return Number(value.toFixed(decimals)) === value;
}

/** Reads a stored setup. Each unknown or invalid value is replaced by the usual one. */
export function readSetup(name: Indicator, stored: unknown): IndicatorSetup {
  const usual = usualSetup(name);
  if (typeof stored !== "object" || stored === null) return usual;
  const { params, colors } = stored as Partial<Record<keyof IndicatorSetup, unknown>>;
  const at = (list: unknown, index: number): unknown => (Array.isArray(list) ? list[index] : undefined);
  return {
    params: INDICATOR_TERMS[name].params.map((terms, index) => {
      const value = at(params, index);
      return isAllowed(value, terms) ? value : terms.usual;
    }),
    colors: usual.colors.map((color, index) => {
      const value = at(colors, index);
      return isOneOf(LINE_COLORS, value) ? value : color;
    }),
  };
}
