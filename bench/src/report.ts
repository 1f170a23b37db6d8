import type { BenchResult } from "./harness.ts";

/** Prints results one by one as they arrive. */
export interface Report {
  add(result: BenchResult): void;
}

/** One JSON object per line. */
export const jsonReport: Report = {
  add: (result) => console.log(JSON.stringify(result)),
};

/** Human-readable. */
export const tableReport: Report = {
  add({ name, value, unit, ratio, peer, peerValue, bar, passed }) {
    let line = `${name.padEnd(44)} ${rounded(value).padStart(12)} ${unit.padEnd(14)}`;
    if (ratio !== null && peerValue !== null)
      line += `${`${rounded(ratio)}×`.padStart(9)}  of ${peer} (${rounded(peerValue)} ${unit})`;
    if (bar !== null) {
      const promise = ratio === null ? `at most ${rounded(bar)} ${unit}` : `at least ${rounded(bar)}×`;
      line += `  ${passed === true ? "ok" : "MISSED"}: ${promise}`;
    }
    console.log(line.trimEnd());
  },
};

/** Formats three significant digits without an exponent. */
function rounded(value: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toLocaleString("en-US", { maximumFractionDigits: Math.min(digits, 6) });
}
