import type { Plugin } from "vite";

const LIBRARY = /\/klinecharts\/dist\/index\.esm\.js$/;

/** By the library's own variables: MA, EMA, BOLL, SAR, VOL, MACD, RSI, KDJ, OBV and WR. */
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

/** The library's lists of what it registers by itself, and what of each the app offers. */
const LISTS: readonly { readonly list: RegExp; readonly kept: readonly string[] }[] = [
  { list: /var extensions\$2 = \[([\s\w,]+)\];/, kept: INDICATORS },
  { list: /var extensions = \[([\s\w,]+)\];/, kept: [] },
];

/**
 * The chart library registers every indicator and drawing tool that it knows; the app offers a few of them, and the
 * others would be an eighth of the library's weight. A library that looks different fails the build.
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
