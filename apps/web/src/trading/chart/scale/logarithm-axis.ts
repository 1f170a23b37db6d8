import { registerYAxis } from "klinecharts";
import { exponentOf, logarithmRange } from "./logarithm-range.ts";

/** Name of the price axis on which equal changes in percent have equal heights. */
export const LOGARITHM_AXIS = "candorLogarithm";

const USUAL_DECIMALS = 2;
const priceOf = (exponent: number): number => 10 ** exponent;

registerYAxis({
  name: LOGARITHM_AXIS,
  // `createRange` widens flat ranges, as only it knows the price.
  minSpan: () => 0,
  valueToRealValue: exponentOf,
  realValueToValue: priceOf,
  realValueToDisplayValue: priceOf,
  displayValueToRealValue: exponentOf,
  createRange: ({ chart, defaultRange }) =>
    logarithmRange(
      defaultRange.from,
      defaultRange.to,
      10 ** -(chart.getSymbol()?.pricePrecision ?? USUAL_DECIMALS),
    ),
});
