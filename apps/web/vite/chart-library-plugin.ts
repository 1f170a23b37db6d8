import type { Plugin } from "vite";

const LIBRARY = /\/klinecharts\/dist\/index\.esm\.js$/;

/** The library's own variable names: MA, EMA, BOLL, SAR, VOL, MACD, RSI, KDJ, OBV and WR. */
const INDICATORS = [
  "movingAverage",
  "exponentialMovingAverage",
  "bollingerBands",
  "stopAndReverse",
  "volume",
  "movingAverageConvergenceDivergence",
  "relativeStrengthIndex",
  "stoch",
  "onBalanceVolume",
  "williamsR",
];

/** The library's registration lists, and the entries that the app uses. */
const LISTS: readonly { readonly list: RegExp; readonly kept: readonly string[] }[] = [
  { list: /var extensions\$2 = \[([\s\w,]+)\];/, kept: INDICATORS },
  { list: /var extensions = \[([\s\w,]+)\];/, kept: [] },
];

/**
 * Removes unused indicators and drawing tools from the chart library, which registers all of them: an eighth of its
 * size. Fails the build if the library's code has changed.
 */
export function chartLibraryPlugin(): Plugin {
  return {
    name: "candor-chart-library",
    apply: "build",
    transform: {
      filter: { id: LIBRARY },
      handler(code) {
        return LISTS.reduce((text, { list, kept }) => {
          const named: readonly string[] = list.exec(text)?.[1]?.match(/\w+/g) ?? [];
          if (named.length === 0 || kept.some((name) => !named.includes(name))) {
            this.error("the chart library's lists are not where they were");
          }
          return text.replace(list, (whole) => whole.replace(/\[[^\]]*\]/, `[${kept.join(", ")}]`));
        }, code);
      },
    },
  };
}
